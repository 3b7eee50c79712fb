import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import {
  CaptureRequestDeleted,
  OrganizationUpdated,
  parseEvent,
  type DeleteRecording,
  type EventEnvelope,
} from '@capture/contracts';
import { DeletionRepository } from './recording.deletion.repository.js';
import { RecordingDeletion } from './recording.deletion.js';

/** What other services decide about recordings. Every handler is idempotent by nature. */
@Controller()
export class RecordingConsumers {
  constructor(
    private readonly deletion: RecordingDeletion,
    private readonly deletions: DeletionRepository,
  ) {}

  @MessagePattern('recordings.delete')
  delete(@Payload() payload: DeleteRecording): Promise<null> {
    return this.deletion.delete(payload);
  }

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
