import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock, Every } from '@capture/platform';
import { OutboxConfig } from '../config.js';
import { DeadLetterRepository } from '../dead-letters/dead-letters.repository.js';
import { InboxRepository } from '../inbox/inbox.repository.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const BATCH = 1_000;

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
  prune(): Promise<void> {
    return this.database.forEveryOrganization('retention is the same for all', () => this.pruneAll());
  }

  private async pruneAll(): Promise<void> {
    const now = this.clock.now().getTime();
    const published = new Date(now - this.settings.CAPTURE_OUTBOX_KEEP_DAYS * DAY_MS);
    const processed = new Date(now - this.settings.CAPTURE_INBOX_KEEP_DAYS * DAY_MS);
    while ((await this.outbox.prune(published, BATCH)) === BATCH);
    while ((await this.inbox.prune(processed, BATCH)) === BATCH);
    while ((await this.letters.prune(processed, BATCH)) === BATCH);
  }
}
