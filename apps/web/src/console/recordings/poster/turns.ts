/** Lets so many tasks run at once; the others wait in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** @throws whatever the task throws, or the signal's reason for a task that was given up before its turn */
  async take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = this.waiting.shift();
      // The turn goes on to the next one, so that nobody comes between.
      if (next) next();
      else this.running -= 1;
    }
  }
}
