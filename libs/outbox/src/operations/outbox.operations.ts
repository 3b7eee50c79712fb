import { Injectable } from '@nestjs/common';
import { BusServer } from '@capture/messaging';
import { DeadLetters, type Redrive } from '../dead-letters/dead-letters.js';
import { DeadLetterRepository } from '../dead-letters/dead-letters.repository.js';
import type { OutboxStatusDto } from './outbox.dto.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';

/** The operator's view of this service's outbox and dead letters. */
@Injectable()
export class OutboxOperations {
  constructor(
    private readonly rows: OutboxRepository,
    private readonly letters: DeadLetterRepository,
    private readonly deadLetters: DeadLetters,
    private readonly server: BusServer,
  ) {}

  async status(): Promise<OutboxStatusDto> {
    const [backlog, published, deadLetters] = await Promise.all([
      this.rows.backlog(),
      this.rows.countPublished(),
      this.letters.count(),
    ]);
    return { ...backlog, published, deadLetters };
  }

  /** Hands dead letters to the consumer that gave up on them, and to no other. */
  redrive(eventIds?: string[]): Promise<Redrive> {
    return this.deadLetters.redrive(
      (consumer, delivery) => this.server.redeliver(consumer, delivery),
      eventIds,
    );
  }
}
