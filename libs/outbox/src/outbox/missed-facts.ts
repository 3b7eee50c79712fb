import { Injectable, Logger } from '@nestjs/common';
import { Bus, type MissedRange } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Every } from '@capture/platform';
import { OutboxConfig } from '../config.js';
import { OutboxRepository } from './outbox.repository.js';

const BATCH = 1_000;
/** Of one range at a time: a small part of what the stream holds, so that it drops nothing else for them. */
const MOST_AT_ONCE = 10 * BATCH;

/**
 * Has those events published again that the stream dropped, because it was full, before one of their consumers had them.
 * Consumers that have handled them recognize them by their inbox.
 */
@Injectable()
export class MissedFacts {
  private readonly logger = new Logger(MissedFacts.name);
  /** Ranges of which this outbox has nothing more. What is published again gets a later position. */
  private readonly settled = new Set<string>();

  constructor(
    private readonly bus: Bus,
    private readonly rows: OutboxRepository,
    private readonly database: Database,
  ) {}

  @Every((config: OutboxConfig) => config.CAPTURE_OUTBOX_CHECK_MS)
  async publishAgain(): Promise<void> {
    const connected = await this.bus.check().then(
      () => true,
      () => false,
    );
    if (!connected) return;
    const ranges = (await this.bus.missed()).filter((range) => !this.settled.has(keyOf(range)));
    await this.database.forEveryOrganization('the stream drops events of all', async () => {
      for (const range of ranges) await this.forget(range);
    });
  }

  private async forget(range: MissedRange): Promise<void> {
    let missed = 0;
    for (let count = BATCH; count === BATCH && missed < MOST_AT_ONCE; missed += count)
      count = await this.rows.forgetMissed(range, BATCH);
    if (missed === 0) this.settled.add(keyOf(range));
    else this.logger.warn({ missed, ...range }, 'a consumer has missed events; they are published again');
  }
}

function keyOf({ id, epoch, consumer, last }: MissedRange): string {
  return [id, epoch, consumer, last].join(':');
}
