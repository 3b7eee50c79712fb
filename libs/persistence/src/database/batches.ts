/** Rows that one statement of a clean-up deletes: few enough that nobody waits long for their locks. */
const BATCH = 1_000;

/**
 * Repeats `remove`, which deletes up to `limit` rows and returns how many, until it finds fewer than it may. Ends after the
 * batch under way when `signal` aborts. Several processes may do it at once if `remove` skips rows that are locked.
 */
export async function inBatches(
  signal: AbortSignal,
  remove: (limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await remove(BATCH)) === BATCH);
}
