/**
 * Circuit breaker: opens after `threshold` failures in a row, then lets one probe through every `retryMs` until one
 * succeeds.
 */
export class Breaker {
  private failures = 0;
  private nextProbeAt = 0;

  constructor(
    private readonly threshold = 3,
    private readonly retryMs = 500,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get open(): boolean {
    return this.failures >= this.threshold;
  }

  /** True when the caller may try; while open, that is one caller per interval. */
  allows(): boolean {
    if (!this.open) return true;
    if (this.now() < this.nextProbeAt) return false;
    this.nextProbeAt = this.now() + this.retryMs;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
  }

  failed(): void {
    this.failures += 1;
    if (this.failures === this.threshold) this.nextProbeAt = this.now() + this.retryMs;
  }
}
