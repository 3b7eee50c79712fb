/**
 * Runs work of one key in the order it came, one at a time, and at most `limit` at once over all keys. A key that
 * waits for its turn holds no slot.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(limit: number) {
    this.free = limit;
  }

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.slotted(work));
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

  private async slotted<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
