/**
 * Waits for `probe` to answer something truthy, polling every `everyMs`; the only way tests wait.
 * A rejection counts as "not yet" and is quoted when time runs out.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  timeoutMs = 20_000,
  everyMs = 25,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  let last: unknown;
  do {
    try {
      const value = await probe();
      if (value) return value as NonNullable<T>;
      last = value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  } while (performance.now() < deadline);
  throw new Error(`gave up after ${timeoutMs} ms waiting for ${what}; last: ${String(last)}`);
}
