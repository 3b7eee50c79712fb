/**
 * Since when this process has noted its heartbeats without a break. While it could not, others may not have been able to
 * either, and whom they see looks absent until they have noted theirs.
 */
export class HeartbeatSeries {
  private began: Date | undefined;
  private notedAt = 0;

  /** @param mostBetweenMs A longer pause is a break: the database, or this process, stood still. */
  constructor(private readonly mostBetweenMs: number) {}

  /**
   * @param now by the clock of the rooms
   * @param at the same instant by a clock that never jumps, in milliseconds
   */
  noted(now: Date, at: number): void {
    if (this.began === undefined || at - this.notedAt > this.mostBetweenMs) this.began = now;
    this.notedAt = at;
  }

  failed(): void {
    this.began = undefined;
  }

  /** How long it has lasted, in milliseconds. */
  lastedMs(now: Date): number {
    return this.began === undefined ? 0 : now.getTime() - this.began.getTime();
  }
}
