/** Lets work run together with other work, or alone, in the order in which it comes. */
export class TogetherOrAlone {
  private readonly waiting: { alone: boolean; begin: () => void }[] = [];
  private running = 0;
  private isAlone = false;

  async run<Result>(alone: boolean, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      this.waiting.push({ alone, begin });
      this.next();
    });
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.isAlone = false;
      this.next();
    }
  }

  private next(): void {
    for (let first = this.waiting[0]; first && !this.isAlone; first = this.waiting[0]) {
      if (first.alone && this.running > 0) return;
      this.waiting.shift();
      this.running += 1;
      this.isAlone = first.alone;
      first.begin();
    }
  }
}
