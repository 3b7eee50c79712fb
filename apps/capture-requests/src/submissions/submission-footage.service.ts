import { Injectable } from '@nestjs/common';
import {
  actorOf,
  AppError,
  createEvent,
  modeOf,
  notFound,
  SubmissionFootageExpired,
  type DeletionReason,
  type DeletionReceipt,
  type ForwardedCall,
  type OrganizationPrincipal,
} from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Outbox } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { CaptureRequestService } from '../requests/capture-request.service.js';
import { TakeRepository } from '../takes/take.repository.js';
import { SubmissionRepository } from './submission.repository.js';

/** Reasons for which the answer stays without its footage; others end the submission, or are an operator's. */
const EXPIRING: ReadonlySet<DeletionReason> = new Set<DeletionReason>(['retention', 'requested']);

interface Footage {
  organizationId: string;
  recordingId: string;
  /** Absent in events of earlier releases. */
  submissionId?: string | undefined;
}

/** The end of a submission's footage. The submission stays, with its consent: a record that the person answered. */
@Injectable()
export class SubmissionFootageService {
  constructor(
    private readonly database: Database,
    private readonly requests: CaptureRequestService,
    private readonly submissions: SubmissionRepository,
    private readonly takes: TakeRepository,
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

  /**
   * What follows where recordings deleted a recording for `reason`. Must run in a transaction. The take may not have landed
   * yet, and has to know then: nothing would tell its submission any more.
   */
  async lost(
    { organizationId, recordingId, submissionId }: Footage,
    reason: DeletionReason,
    at: Date,
  ): Promise<void> {
    if (submissionId !== undefined) await this.takes.noteDeletion(submissionId, reason, at);
    if (EXPIRING.has(reason)) await this.expire(organizationId, recordingId, at);
    else await this.submissions.detachRecording(organizationId, recordingId, null);
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
