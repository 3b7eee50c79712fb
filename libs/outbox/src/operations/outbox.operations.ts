import { Injectable } from '@nestjs/common';
import { BusServer } from './bus.server.js';
import { DeadLetters, type Redrive } from './dead-letters.js';
import { DeadLetterRepository } from './dead-letters.repository.js';
import type { OutboxStatus } from './outbox.dto.js';
import { OutboxRepository } from './outbox.repository.js';

/** What an operator may see and do about this service's events. */
@Injectable()
export class OutboxOperations {
  constructor(
    private readonly rows: OutboxRepository,
    private readonly letters: DeadLetterRepository,
    private readonly deadLetters: DeadLetters,
    private readonly server: BusServer,
  ) {}

  async status(): Promise<OutboxStatus> {
    const [backlog, published, deadLetters] = await Promise.all([
      this.rows.backlog(),
      this.rows.countPublished(),
      this.letters.count(),
    ]);
    return { ...backlog, published, deadLetters };
  }

  /** Gives dead letters to the consumer that gave them up, and to no other, once more. */
  redrive(eventIds?: string[]): Promise<Redrive> {
    return this.deadLetters.redrive(
      (consumer, delivery) => this.server.redeliver(consumer, delivery),
      eventIds,
    );
  }
}
