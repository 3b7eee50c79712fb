import { Injectable, Logger } from '@nestjs/common';
import { ChangeMade, parseEvent, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import { CallBatcher, Database } from '@capture/persistence';
import { AuditRepository, type MadeChange } from './audit.repository.js';

/** Name of this effect in the inbox. */
const CONSUMER = 'audit';
/** Changes that one transaction logs. */
const CHANGES_TOGETHER = 256;

/** Logs changes that other services announce, once each. Those that arrive while a transaction is under way share the next one. */
@Injectable()
export class ChangeIntakeService {
  private readonly logger = new Logger(ChangeIntakeService.name);
  private readonly batches = new CallBatcher<MadeChange, undefined>({
    answer: (changes) => this.takeIn(changes),
    most: CHANGES_TOGETHER,
    keyOf: ({ organizationId }) => organizationId,
    onSplit: (err, { length: changes }) =>
      this.logger.warn({ err, changes }, 'changes are logged separately for each organization'),
  });

  constructor(
    private readonly database: Database,
    private readonly inbox: Inbox,
    private readonly audit: AuditRepository,
  ) {}

  async keep(envelope: EventEnvelope): Promise<void> {
    const { id, organizationId, occurredAt, data } = parseEvent(ChangeMade, envelope);
    await this.batches.call({ ...data, id, organizationId, at: occurredAt });
  }

  private async takeIn(changes: readonly MadeChange[]): Promise<undefined[]> {
    await this.database.runTogether(
      changes.map(({ organizationId }) => organizationId),
      'changes of several are logged together',
      () => this.inbox.onceForEach(CONSUMER, changes, (added) => this.audit.keep(added)),
    );
    return changes.map(() => undefined);
  }
}
