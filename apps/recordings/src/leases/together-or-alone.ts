/** How long work that has to run alone lets later work go first. */
const PATIENCE_MS = 20_000;

interface Waiting {
  begin: () => void;
  /** On the process's clock, in milliseconds. */
  since: number;
}

/**
 * Lets work run together with other work, or alone. What has to run alone begins when nothing else runs; when it has waited for
 * `PATIENCE_MS`, nothing begins before it any more. Whatever had to wait for it begins before the next that runs alone.
 */
export class TogetherOrAlone {
  private readonly together: (() => void)[] = [];
  private readonly alone: Waiting[] = [];
  private running = 0;
  private isAlone = false;

  async run<Result>(alone: boolean, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      if (alone) this.alone.push({ begin, since: performance.now() });
      else this.together.push(begin);
      this.next(false);
    });
    try {
      return await work();
    } finally {
      const wasAlone = this.isAlone;
      this.running -= 1;
      this.isAlone = false;
      this.next(wasAlone);
    }
  }

  private next(wasAlone: boolean): void {
    if (this.isAlone) return;
    const [first] = this.alone;
    const isOverdue = first !== undefined && performance.now() - first.since >= PATIENCE_MS;
    if (wasAlone || !isOverdue) for (const begin of this.together.splice(0)) this.begin(begin);
    if (!first || this.running > 0) return;
    this.alone.shift();
    this.isAlone = true;
    this.begin(first.begin);
  }

  private begin(begin: () => void): void {
    this.running += 1;
    begin();
  }
}
