import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { ChangeMade, parseEvent, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import { AuditRepository } from './audit.repository.js';

const CONSUMER = 'audit';

/** Logs the changes that other services announce: they have no audit log of their own. */
@Controller()
export class AuditConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly audit: AuditRepository,
  ) {}

  @EventPattern('change.made')
  async changeMade(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, occurredAt, data } = parseEvent(ChangeMade, envelope);
    const { actor, ip, action, subject, detail } = data;
    const at = new Date(occurredAt);
    await this.inbox.once(CONSUMER, envelope.id, () =>
      this.audit.keep({ organizationId, actor, ip, action, subject, detail, at }),
    );
  }
}
