import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  createEvent,
  parseEvent,
  RecordingDeleted,
  SubmissionFootageExpired,
  type EventEnvelope,
} from '@capture/contracts';
import { Inbox, Outbox } from '@capture/outbox';
import { SubmissionRepository } from './submission.repository.js';

@Controller()
export class SubmissionConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly outbox: Outbox,
    private readonly submissions: SubmissionRepository,
  ) {}

  /** A submission outlives its footage. Only footage deleted by its retention period counts as expired. */
  @EventPattern('recording.deleted')
  async recordingDeleted(@Payload() envelope: EventEnvelope): Promise<void> {
    const { id, organizationId, occurredAt, data } = parseEvent(RecordingDeleted, envelope);
    const { recordingId, reason } = data;
    const expired = reason === 'retention';
    await this.inbox.once('submission-footage', id, async () => {
      const at = new Date(occurredAt);
      const detached = await this.submissions.detachRecording(
        organizationId,
        recordingId,
        expired ? at : null,
      );
      if (!detached || !expired) return;
      const { id: submissionId, captureRequestId, metadata } = detached;
      await this.outbox.add(
        createEvent(
          SubmissionFootageExpired,
          organizationId,
          { captureRequestId, metadata, submissionId, recordingId },
          at,
        ),
      );
    });
  }
}
