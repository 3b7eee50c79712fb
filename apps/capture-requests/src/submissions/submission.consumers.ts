import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { parseEvent, RecordingDeleted, type DeletionReason, type EventEnvelope } from '@capture/contracts';
import { Inbox } from '@capture/outbox';
import { SubmissionFootageService } from './submission-footage.service.js';
import { SubmissionRepository } from './submission.repository.js';

/** Reasons for which the answer stays without its footage; others end the submission, or are an operator's. */
const EXPIRING: ReadonlySet<DeletionReason> = new Set<DeletionReason>(['retention', 'requested']);

@Controller()
export class SubmissionConsumers {
  constructor(
    private readonly inbox: Inbox,
    private readonly footage: SubmissionFootageService,
    private readonly submissions: SubmissionRepository,
  ) {}

  /** A submission outlives its footage. */
  @EventPattern('recording.deleted')
  async recordingDeleted(@Payload() envelope: EventEnvelope): Promise<void> {
    const { id, organizationId, occurredAt, data } = parseEvent(RecordingDeleted, envelope);
    const { recordingId, reason } = data;
    await this.inbox.once('submission-footage', id, async () => {
      if (EXPIRING.has(reason)) return this.footage.expire(organizationId, recordingId, new Date(occurredAt));
      await this.submissions.detachRecording(organizationId, recordingId, null);
    });
  }
}
