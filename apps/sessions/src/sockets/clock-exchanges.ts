import { sampleOf, type ClockSample, type Exchange } from '../alignment/clock-fit.model.js';

/** Answers that wait to hear when they arrived. */
const MOST_WAITING = 16;
/** Of the samples of half a minute the best is kept. */
const BUCKET_MS = 30_000;

/** Answers of one socket to questions about the time. What they say is known once the client has told when they arrived. */
export class ClockExchanges {
  private readonly waiting = new Map<number, Omit<Exchange, 't3'>>();
  private best = { bucket: -1, clockId: '', uncertaintyMs: 0 };

  answered(exchange: Omit<Exchange, 't3'>): void {
    this.waiting.set(exchange.t0, exchange);
    const [oldest] = this.waiting.keys();
    if (this.waiting.size > MOST_WAITING && oldest !== undefined) this.waiting.delete(oldest);
  }

  /** The answer to the ping of `t0` arrived at `t3`. Undefined where that says no more than is known already. */
  arrived(
    { t0, t3 }: { t0: number; t3: number },
    clockId: string,
  ): (ClockSample & { bucket: number }) | undefined {
    const exchange = this.waiting.get(t0);
    this.waiting.delete(t0);
    const sample = exchange && sampleOf({ ...exchange, t3 });
    if (!exchange || !sample) return undefined;
    const bucket = Math.floor(exchange.t1 / BUCKET_MS);
    const { uncertaintyMs } = sample;
    const isNew = bucket !== this.best.bucket || clockId !== this.best.clockId;
    if (!isNew && uncertaintyMs >= this.best.uncertaintyMs) return undefined;
    this.best = { bucket, clockId, uncertaintyMs };
    return { ...sample, bucket };
  }
}
