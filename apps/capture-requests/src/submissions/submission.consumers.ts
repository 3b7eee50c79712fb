import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  createEvent,
  parseEvent,
  RecordingDeleted,
  SubmissionFootageExpired,
  type EventEnvelope,
} from '@capture/contracts';
import { Inbox, Outbox } from '@capture/messaging';
import { SubmissionRepository } from './submission.repository.js';

@Controller()
export class SubmissionConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly outbox: Outbox,
    private readonly submissions: SubmissionRepository,
  ) {}

  /** The answer outlives its footage; that it expired is told only of a retention that ran out. */
  @EventPattern('recording.deleted')
  async recordingDeleted(@Payload() envelope: EventEnvelope): Promise<void> {
    const { id, organizationId, occurredAt, data } = parseEvent(RecordingDeleted, envelope);
    const { recordingId, reason } = data;
    const expired = reason === 'retention';
    await this.inbox.once('submission-footage', id, async () => {
      const at = new Date(occurredAt);
      const lost = await this.submissions.loseFootage(organizationId, recordingId, expired ? at : null);
      if (!lost || !expired) return;
      const { id: submissionId, captureRequestId, metadata } = lost;
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
