import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Runs the tasks of one key in order, one at a time, and at most `concurrency` tasks at once over all keys. A task that
 * waits for its key does not count towards the concurrency.
 */
export class KeyedQueue {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly limit: LimitFunction;

  constructor(concurrency: number) {
    this.limit = pLimit(concurrency);
  }

  /** Keys with a task that runs or could: what these tasks hold or wait for is a slot, not their turn. */
  get activeKeys(): number {
    return this.last.size;
  }

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const result = before.then(() => this.limit(task));
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, settled);
    void settled.then(() => {
      if (this.last.get(key) === settled) this.last.delete(key);
    });
    return result;
  }
}
