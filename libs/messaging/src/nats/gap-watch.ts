import { JetStreamApiError } from '@nats-io/jetstream';
import { Logger } from '@nestjs/common';
import type { ConsumeOptions } from '../bus/bus.js';
import type { NatsGaps } from './nats.gaps.js';
import { STREAM, type NatsStream } from './nats.stream.js';

const BETWEEN_LOOKS_MS = 30_000;

/** Notices what the stream has dropped, because it was full or too old, before a consumer had it. */
export class GapWatch {
  private readonly logger = new Logger(GapWatch.name);
  private epoch: string | undefined;
  /** Up to this position of the stream everything was handled, or is on record as missed, at the last look. */
  private finished: number | undefined;
  private lookedAt = -Infinity;

  constructor(
    private readonly stream: NatsStream,
    private readonly gaps: NatsGaps,
    private readonly options: Pick<ConsumeOptions, 'durable' | 'pattern'>,
  ) {}

  /**
   * Call it before events are asked for: the server passes over what is gone, and its account of the consumer forgets about it
   * with the next event that is acknowledged.
   */
  async lookNowAndThen(): Promise<void> {
    if (performance.now() - this.lookedAt < BETWEEN_LOOKS_MS) return;
    await this.look();
    this.lookedAt = performance.now();
  }

  async look(): Promise<void> {
    const before = await this.stream.state();
    const { consumers } = await this.stream.manager();
    const info = await consumers.info(STREAM, this.options.durable);
    const { epoch, firstSequence } = await this.stream.state();
    if (epoch !== this.epoch) this.finished = undefined;
    this.epoch = epoch;
    const acknowledged = info.ack_floor.stream_seq;
    const first = (this.finished ?? acknowledged) + 1;
    if (first < firstSequence) await this.record(epoch, first, firstSequence - 1);
    // The position of a consumer of rare events stays behind. That nothing waits for it says that it has everything.
    const idle = info.num_pending === 0 && info.num_ack_pending === 0 && before.epoch === epoch;
    this.finished = Math.max(acknowledged, firstSequence - 1, idle ? before.lastSequence : 0);
  }

  private async record(epoch: string, first: number, last: number): Promise<void> {
    const { durable: consumer, pattern } = this.options;
    try {
      await this.gaps.record({ consumer, pattern, epoch, first, last });
      this.logger.log(
        { consumer, first, last },
        'the stream has dropped a range that may hold unread events',
      );
    } catch (error) {
      // What the server refuses, as another stream where it allows none, must not keep the consumer from its events.
      if (!(error instanceof JetStreamApiError)) throw error;
      this.logger.error(
        { err: error, consumer, first, last },
        'what a consumer has missed cannot be recorded',
      );
    }
  }
}
