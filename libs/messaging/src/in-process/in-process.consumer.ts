import { Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import type { ConsumeOptions, Headers, Subscription } from '../bus/bus.js';
import { deliver, turnOf, untilAble } from '../bus/delivery.js';
import { KeyedQueue } from '../work/keyed-queue.js';
import { RunningWork } from '../work/running-work.js';

/** A durable consumer in this process. Once closed it rejects events, so that their outbox rows stay pending. */
export class InProcessConsumer implements Subscription {
  readonly ready = Promise.resolve();
  active = true;
  /** Events that were received and are neither handled nor given up. */
  unfinished = 0;
  private readonly logger: Logger;
  private readonly queue: KeyedQueue;
  private readonly running = new RunningWork();
  private readonly sleeping = new Set<() => void>();

  constructor(private readonly options: ConsumeOptions) {
    this.logger = new Logger(options.durable);
    this.queue = new KeyedQueue(options.concurrency);
  }

  get pattern(): string {
    return this.options.pattern;
  }

  /**
   * Resolves when the event is handled or given up, rejects when this consumer closes before.
   * @param text the event, which is parsed anew for each attempt
   */
  async receive(event: EventEnvelope, text: string, headers: Headers): Promise<void> {
    this.unfinished += 1;
    try {
      await this.finish(event, text, headers);
    } finally {
      this.unfinished -= 1;
    }
  }

  async close(): Promise<void> {
    this.active = false;
    for (const wake of this.sleeping) wake();
    await this.running.ended();
  }

  private async finish(published: EventEnvelope, text: string, headers: Headers): Promise<void> {
    const turn = turnOf(this.options, published);
    for (let attempt = 1; ; attempt += 1) {
      const verdict = await this.queue.run(turn, () => {
        this.assertActive();
        const event = JSON.parse(text) as EventEnvelope;
        return this.running.track(deliver(this.options, { event, headers: { ...headers }, attempt }));
      });
      if (verdict.kind === 'done') return;
      const what = verdict.kind === 'dead' ? 'given up' : `retried in ${verdict.delayMs} ms`;
      this.logger.warn({ err: verdict.error, eventId: published.id, attempt }, `event failed, ${what}`);
      if (verdict.kind === 'dead') return;
      await this.sleep(verdict.delayMs);
      await untilAble(
        this.options,
        () => !this.active,
        (ms) => this.sleep(ms),
      );
    }
  }

  private assertActive(): void {
    if (!this.active) throw new Error(`${this.options.durable} has stopped`);
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.sleeping.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.sleeping.add(wake);
    });
  }
}
