import { Injectable, Logger } from '@nestjs/common';
import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Delivery } from '@capture/messaging';
import { DeadLetterRepository, type DeadLetterRow, type TextPattern } from './dead-letters.repository.js';

const PAGE = 100;
/** Enough for the message and the first lines of the stack. */
const ERROR_CHARACTERS = 2_000;

export interface Redrive {
  redriven: number;
  failed: number;
}

/** Hands one event to the handlers of a consumer of this service. */
export type Redeliver = (consumer: string, delivery: Delivery) => Promise<void>;

/** Events that a consumer of this service gave up on, kept until an operator redrives them. */
@Injectable()
export class DeadLetters {
  private readonly logger = new Logger(DeadLetters.name);

  constructor(
    private readonly database: Database,
    private readonly rows: DeadLetterRepository,
  ) {}

  async record(consumer: string, delivery: Delivery, error: unknown): Promise<void> {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await this.database.outsideTransaction(() =>
      this.rows.record(consumer, delivery, text.slice(0, ERROR_CHARACTERS)),
    );
    this.logger.error({ err: error, consumer, eventId: delivery.event.id }, 'event became a dead letter');
  }

  /** Hands each open dead letter, or those of `eventIds`, to its consumer again. Those that fail again stay. */
  async redrive(redeliver: Redeliver, eventIds?: string[]): Promise<Redrive> {
    const result: Redrive = { redriven: 0, failed: 0 };
    for (let after = '0'; ;) {
      const page = await this.rows.open(eventIds, after, PAGE);
      for (const row of page) result[(await this.tryAgain(redeliver, row)) ? 'redriven' : 'failed'] += 1;
      const last = page.at(-1);
      if (page.length < PAGE || !last) return result;
      after = last.id;
    }
  }

  /**
   * Puts `by` in place of a text in the dead letters of an organization, and so in what comes of them when they are redriven.
   * Returns how many open ones had it.
   */
  replaceText(organizationId: string, pattern: TextPattern, by: string): Promise<number> {
    return this.rows.replaceText(organizationId, pattern, by);
  }

  private async tryAgain(redeliver: Redeliver, row: DeadLetterRow): Promise<boolean> {
    const delivery: Delivery = {
      event: JSON.parse(row.envelope) as EventEnvelope,
      headers: {},
      attempt: row.deliveries + 1,
    };
    try {
      await redeliver(row.consumer, delivery);
      await this.rows.markRedriven(row.id);
      return true;
    } catch (error) {
      await this.record(row.consumer, delivery, error);
      return false;
    }
  }
}
