import { Global, Module } from '@nestjs/common';
import { BusPersistence, MessagingModule } from '@capture/messaging';
import { CallContexts } from '@capture/platform';
import { Audit } from './audit/audit.js';
import { DeadLetterRepository } from './dead-letters/dead-letters.repository.js';
import { DeadLetters } from './dead-letters/dead-letters.js';
import { InboxRepository } from './inbox/inbox.repository.js';
import { Inbox } from './inbox/inbox.js';
import { ChangeNotices } from './notices/change-notices.js';
import { OutboxController } from './operations/outbox.controller.js';
import { OutboxMetrics } from './operations/outbox.metrics.js';
import { OutboxOperations } from './operations/outbox.operations.js';
import { RetentionJobs } from './operations/retention.jobs.js';
import { OutboxBusPersistence } from './outbox.bus-persistence.js';
import { LossDetector } from './outbox/loss-detector.js';
import { MissedFacts } from './outbox/missed-facts.js';
import { OutboxRelay } from './outbox/outbox.relay.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { Outbox } from './outbox/outbox.js';

/**
 * Events and commands of a service with a database: `MessagingModule` with outbox, inbox, dead letters and audit.
 * Import it after `PersistenceModule`.
 */
@Global()
@Module({
  imports: [MessagingModule],
  controllers: [OutboxController],
  providers: [
    OutboxRepository,
    InboxRepository,
    DeadLetterRepository,
    Outbox,
    OutboxRelay,
    LossDetector,
    MissedFacts,
    Inbox,
    DeadLetters,
    { provide: BusPersistence, useClass: OutboxBusPersistence },
    Audit,
    ChangeNotices,
    OutboxOperations,
    OutboxMetrics,
    RetentionJobs,
  ],
  exports: [BusPersistence, Outbox, OutboxRelay, Inbox, DeadLetters, Audit, ChangeNotices, OutboxOperations],
})
export class OutboxModule {
  constructor(audit: Audit, contexts: CallContexts) {
    contexts.add((call, proceed) => audit.beginCall(call, proceed));
  }
}
