import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  CaptureRequestDeleted,
  OrganizationUpdated,
  parseEvent,
  type EventEnvelope,
} from '@capture/contracts';
import { DeletionRepository } from './deletion.repository.js';

/** Events of other services that decide how long footage is kept and what it refers to. Each handler is idempotent. */
@Controller()
export class DeletionConsumers {
  constructor(private readonly deletions: DeletionRepository) {}

  @EventPattern('organization.updated')
  async organizationUpdated(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, data } = parseEvent(OrganizationUpdated, envelope);
    await this.deletions.setRetention(organizationId, data.retentionDays, data.revision);
  }

  @EventPattern('capture_request.deleted')
  async captureRequestDeleted(@Payload() envelope: EventEnvelope): Promise<void> {
    const { organizationId, data } = parseEvent(CaptureRequestDeleted, envelope);
    await this.deletions.detachRequest(organizationId, data.captureRequestId);
  }
}
