/** Counts what happens in a window of time. */
export class Pace {
  private since = 0;
  private count = 0;

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
  ) {}

  /** Counts one more; false when that is too many. `now` of a clock that never jumps, in milliseconds. */
  allows(now: number): boolean {
    if (now - this.since >= this.windowMs) {
      this.since = now;
      this.count = 0;
    }
    this.count += 1;
    return this.count <= this.most;
  }
}
