import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { OperatorActed, parseEvent, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/messaging';
import { AuditLog } from './audit.repository.js';

const CONSUMER = 'audit';

/** Keeps the audit log of what operators do in services that have none. */
@Controller()
export class AuditConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly audit: AuditLog,
  ) {}

  @EventPattern('operator.acted')
  async operatorActed(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, occurredAt, data } = parseEvent(OperatorActed, envelope);
    const { action, subject, ip } = data;
    const call = { principal: { kind: 'operator' }, ip } as const;
    await this.inbox.once(CONSUMER, envelope.id, () =>
      this.audit.record(call, { organizationId, action, subject, detail: { at: occurredAt } }),
    );
  }
}
