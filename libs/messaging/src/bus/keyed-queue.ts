import { Slots } from '@capture/platform';

/**
 * Runs work of one key in the order it came, one at a time, and at most `limit` at once over all keys. A key that
 * waits for its turn holds no slot.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly slots: Slots;

  constructor(limit: number) {
    this.slots = new Slots(limit);
  }

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.slots.run(work));
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, settled);
    void settled.then(() => {
      if (this.last.get(key) === settled) this.last.delete(key);
    });
    return mine;
  }
}
