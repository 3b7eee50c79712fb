import { Injectable } from '@nestjs/common';
import { Database, inBatches } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { OutboxConfig } from '../config.js';
import { DeadLetterRepository } from '../dead-letters/dead-letters.repository.js';
import { InboxRepository } from '../inbox/inbox.repository.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';

const EVERY_MS = 10 * 60_000;

/** Deletes published outbox rows, inbox rows and redriven dead letters past their time, in small batches. */
@Injectable()
export class RetentionJobs {
  constructor(
    private readonly database: Database,
    private readonly outbox: OutboxRepository,
    private readonly inbox: InboxRepository,
    private readonly letters: DeadLetterRepository,
    private readonly clock: Clock,
    private readonly settings: OutboxConfig,
  ) {}

  @Every(EVERY_MS)
  prune(signal: AbortSignal): Promise<void> {
    return this.database.forEveryOrganization('retention is the same for all', () => this.pruneAll(signal));
  }

  private async pruneAll(signal: AbortSignal): Promise<void> {
    const published = this.clock.daysAgo(this.settings.CAPTURE_OUTBOX_KEEP_DAYS);
    const processed = this.clock.daysAgo(this.settings.CAPTURE_INBOX_KEEP_DAYS);
    await inBatches(signal, (limit) => this.outbox.prune(published, limit));
    await inBatches(signal, (limit) => this.inbox.prune(processed, limit));
    await inBatches(signal, (limit) => this.letters.prune(processed, limit));
  }
}
