import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { parseEvent, RecordingDeleted, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import { SubmissionFootageService } from './submission-footage.service.js';

@Controller()
export class SubmissionConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly footage: SubmissionFootageService,
  ) {}

  /** A submission outlives its footage. */
  @EventPattern('recording.deleted')
  async recordingDeleted(@Payload() envelope: EventEnvelope): Promise<void> {
    const { id, organizationId, occurredAt, data } = parseEvent(RecordingDeleted, envelope);
    const { recordingId, submissionId, reason } = data;
    await this.inbox.once('submission-footage', id, async () => {
      await this.footage.lost({ organizationId, recordingId, submissionId }, reason, new Date(occurredAt));
    });
  }
}
