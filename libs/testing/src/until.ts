/** How long a test waits for what must come. A machine that runs everything at once has taken half of it. */
const PATIENCE_MS = 45_000;
/** What has not come in seconds is asked for less often, so that asking does not keep it from coming. */
const SELDOM_MS = 100;

/**
 * Waits for `probe` to answer something truthy, polling every `everyMs` and less often after some seconds; the only way
 * tests wait. A rejection counts as "not yet" and is quoted when time runs out.
 */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  timeoutMs = PATIENCE_MS,
  everyMs = 25,
): Promise<NonNullable<T>> {
  const began = performance.now();
  const deadline = began + timeoutMs;
  let last: unknown;
  do {
    try {
      const value = await probe();
      if (value) return value as NonNullable<T>;
      last = value;
    } catch (error) {
      last = error;
    }
    const pauseMs = Math.max(everyMs, Math.min(SELDOM_MS, (performance.now() - began) / 50));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  } while (performance.now() < deadline);
  throw new Error(`gave up after ${timeoutMs} ms waiting for ${what}; last: ${String(last)}`);
}
