/** Does `work` for each item, at most `width` at a time, taking items only as there is room. The first failure ends it. */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    const job = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(job));
    running.add(job);
    if (running.size >= width) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
