import { Injectable } from '@nestjs/common';
import {
  actorOf,
  AppError,
  createEvent,
  modeOf,
  notFound,
  SubmissionFootageExpired,
  type DeletionReceipt,
  type ForwardedCall,
  type OrganizationPrincipal,
} from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { CaptureRequestService } from '../requests/capture-request.service.js';
import { SubmissionRepository } from './submission.repository.js';

/** The end of a submission's footage. The submission stays, with its consent: a record that the person answered. */
@Injectable()
export class SubmissionFootageService {
  constructor(
    private readonly database: Database,
    private readonly requests: CaptureRequestService,
    private readonly submissions: SubmissionRepository,
    private readonly commands: Commands,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Has recordings delete the footage, which records for whom. Safe to repeat: what breaks off in between is done by the
   * event `recording.deleted`.
   * @throws AppError `footage_expired` when it was deleted without a receipt that names this submission.
   */
  async delete(
    caller: OrganizationPrincipal,
    { ip }: ForwardedCall,
    requestId: string,
    submissionId: string,
  ): Promise<DeletionReceipt> {
    if (modeOf(caller) === 'test')
      throw new AppError('test_mode_scope', 'A test key cannot delete footage; use a live key.');
    const { id: captureRequestId, organizationId } = await this.requests.require(caller, requestId);
    const submission = await this.submissions.find(captureRequestId, submissionId);
    if (!submission) throw notFound('submission');
    const { recordingId } = submission;
    const deleted = await this.commands.send('recordings.delete_footage', {
      organizationId,
      submissionId,
      recordingId,
      deletedBy: actorOf(caller),
      ip,
    });
    if (!deleted) throw new AppError('footage_expired', 'The footage of this submission was deleted before.');
    const at = new Date(deleted.deletedAt);
    await this.database.run(() => this.expire(organizationId, deleted.recordingId, at));
    return deleted.receipt as unknown as DeletionReceipt;
  }

  /** The recording's submission no longer names it, since `at`. Must run in a transaction; a repeat changes nothing. */
  async expire(organizationId: string, recordingId: string, at: Date): Promise<void> {
    const detached = await this.submissions.detachRecording(organizationId, recordingId, at);
    if (!detached) return;
    const { id: submissionId, captureRequestId, metadata } = detached;
    const data = { captureRequestId, metadata, submissionId, recordingId };
    this.outbox.add(createEvent(SubmissionFootageExpired, organizationId, data, at));
  }
}
