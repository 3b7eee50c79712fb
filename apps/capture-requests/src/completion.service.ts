import { Injectable } from '@nestjs/common';
import {
  AppError,
  createEvent,
  newId,
  SubmissionReceived,
  SubmissionReplaced,
  type CompletedUpload,
  type CompleteUpload,
} from '@capture/contracts';
import { Commands, Outbox } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { assertCollecting, type CaptureRequest } from './capture-request.model.js';
import { CaptureRequestRepository } from './capture-request.repository.js';
import { CaptureRequestsConfig } from './config.js';
import { ContactRepository } from './contact.repository.js';
import { Disposals } from './disposal.jobs.js';
import { EvidenceService } from './evidence.service.js';
import { RespondRepository } from './respond.repository.js';
import { RespondService } from './respond.service.js';
import { accept, type Submission } from './submission.model.js';
import { SubmissionRepository } from './submission.repository.js';
import type { CompletedTakeDto, CompleteTake } from './take.dto.js';
import { consentGiven, landingRefusal, linkExpired, refusalError, uploadIdOf } from './take.model.js';
import type { Refusal, Respondent, Take } from './take.model.js';
import { TakeRepository } from './take.repository.js';

type Digests = Pick<CompleteUpload, 'parts' | 'merkleRoot' | 'sha256'>;
/** What became of one step: a refusal is a result, because what it changes has to commit. */
type Outcome<T> = { refusal: Refusal } | { value: T };

/**
 * Turns a take into a submission: intent, upload, landing (ADR 0008). A process may die between any two steps; what
 * is recorded by then lets another one, or a repeat of the call, go on from there.
 */
@Injectable()
export class CompletionService {
  constructor(
    private readonly db: Database,
    private readonly respondents: RespondService,
    private readonly links: RespondRepository,
    private readonly requests: CaptureRequestRepository,
    private readonly contacts: ContactRepository,
    private readonly takes: TakeRepository,
    private readonly submissions: SubmissionRepository,
    private readonly evidence: EvidenceService,
    private readonly disposals: Disposals,
    private readonly outbox: Outbox,
    private readonly commands: Commands,
    private readonly config: CaptureRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /** A repeat gives the same answer, at whatever point the first call broke off. */
  async complete(takeId: string, key: string, ip: string, body: CompleteTake): Promise<CompletedTakeDto> {
    const { respondent } = await this.respondents.ofTake(takeId, key);
    const intended = await this.db.run(() => this.intend(takeId, respondent, ip, body));
    return this.finish(valueOf(intended));
  }

  /** Carries a take with a recorded intent to its end. Safe to run twice at once. */
  async finish(take: Take): Promise<CompletedTakeDto> {
    if (take.state === 'submitted' && take.submissionId) return { submissionId: take.submissionId };
    const upload = await this.completeUpload(take);
    return { submissionId: valueOf(await this.db.run(() => this.land(take, upload))) };
  }

  /** Step 1: what the call said, so that it need not be said again. */
  private async intend(
    takeId: string,
    respondent: Respondent,
    ip: string,
    body: CompleteTake,
  ): Promise<Outcome<Take>> {
    const take = await this.takes.lock(takeId);
    if (!take) throw linkExpired();
    if (take.state === 'refused') return { refusal: take.refusal ?? 'link_expired' };
    if (take.state !== 'open') return { value: take };
    const now = this.clock.now();
    assertCollecting(respondent.request, respondent.paused, now);
    const consentNumber = consentGiven(respondent.request.release, take);
    const current = await this.submissions.live(take.captureRequestId, take.person);
    if ((current?.id ?? null) !== take.previousSubmissionId)
      return this.refuse(take, 'superseded', { uploadId: uploadIdOf(take) });
    const { parts, merkleRoot = null, sha256 = take.sha256 } = body;
    const digests: Digests = {
      parts: parts.map(({ number, sha256: digest }) => ({ number, sha256: digest })),
      merkleRoot,
      sha256,
    };
    const intent = {
      submissionId: take.submissionId ?? newId('submission'),
      acceptedAt: now,
      ipAddress: ip,
      consentNumber,
      digests: JSON.stringify(digests),
      manifest: body.manifest ? JSON.stringify(body.manifest) : take.manifest,
      resumeAt: new Date(now.getTime() + this.config.CAPTURE_TAKE_RESUME_AFTER_SEC * 1000),
    };
    await this.takes.intend(take.id, intent);
    return { value: { ...take, ...intent, state: 'completing' } };
  }

  /** Step 2. A refusal of the parts gives the take back to the respondent, who may send what is missing. */
  private async completeUpload(take: Take): Promise<CompletedUpload> {
    const { organizationId, submissionId, durationSec } = take;
    const digests = JSON.parse(take.digests ?? 'null') as Digests;
    const manifest = JSON.parse(take.manifest) as Record<string, unknown>;
    const payload = {
      organizationId,
      uploadId: uploadIdOf(take),
      ...digests,
      durationSec,
      manifest,
      submissionId,
    };
    try {
      return await this.commands.send('recordings.complete_upload', payload, {
        timeoutMs: this.config.CAPTURE_COMPLETE_TIMEOUT_MS,
      });
    } catch (error) {
      throw error instanceof AppError && error.status < 500 ? await this.giveBack(take, error) : error;
    }
  }

  /** What the respondent is told of an upload that was refused. One that was given up cannot come back. */
  private async giveBack(take: Take, refusal: AppError): Promise<AppError> {
    if (refusal.code === 'not_found' || refusal.code === 'conflict') {
      await this.takes.refuse(take.id, 'link_expired');
      return linkExpired();
    }
    await this.takes.reopen(take.id, take.acceptedAt);
    return refusal;
  }

  /** Step 3: the verdict, under the request's lock, so that nothing is accepted after a close has committed. */
  private async land(intended: Take, upload: CompletedUpload): Promise<Outcome<string>> {
    const request = await this.requests.lock(intended.organizationId, intended.captureRequestId);
    const take = await this.takes.lock(intended.id);
    if (take?.state === 'submitted' && take.submissionId) return { value: take.submissionId };
    if (take?.state === 'refused') return { refusal: take.refusal ?? 'link_expired' };
    if (take?.state !== 'completing') throw interrupted();
    const previous = await this.submissions.live(take.captureRequestId, take.person);
    const link = await this.links.find(...ownerOf(take));
    const landing = {
      request,
      linkAlive: link?.linkVersion === take.linkVersion,
      currentSubmissionId: previous?.id ?? null,
      submissionCap: link?.submissionCap ?? 0,
      durationSec: upload.durationSec,
    };
    const now = this.clock.now();
    const refusal = landingRefusal(take, landing, now);
    if (refusal || !request)
      return this.refuse(take, refusal ?? 'link_expired', { recordingId: upload.recordingId });
    const { consentNumber } = take;
    const wording = consentNumber === null ? null : await this.requests.wording(request.id, consentNumber);
    const submission = accept({ take, upload, wording, previous }, now);
    await this.write(request, take, submission, previous);
    await this.evidence.add(submission, upload);
    return { value: submission.id };
  }

  private async write(
    request: CaptureRequest,
    take: Take,
    submission: Submission,
    previous: Submission | undefined,
  ): Promise<void> {
    if (previous) await this.replace(request, submission, previous);
    await this.submissions.insert(submission);
    await this.takes.submitted(take.id);
    if (submission.contactId) await this.contacts.submitted(submission.contactId, submission.createdAt);
    if (!previous) await this.requests.addToCounts(request.id, { submissions: 1 });
    const { id: submissionId, organizationId, recordingId, contactId, viaOpenLink, createdAt } = submission;
    const data = {
      captureRequestId: request.id,
      metadata: request.metadata,
      submissionId,
      recordingId: recordingId ?? '',
      contactId,
      viaOpenLink,
    };
    await this.outbox.add(createEvent(SubmissionReceived, organizationId, data, createdAt));
  }

  /** Re-recording deletes the earlier answer outright: row, consent, what its evidence says, and footage. */
  private async replace(
    request: CaptureRequest,
    submission: Submission,
    previous: Submission,
  ): Promise<void> {
    const { id: previousSubmissionId, recordingId: previousRecordingId, organizationId } = previous;
    await this.submissions.delete(previousSubmissionId);
    await this.evidence.erase(previousSubmissionId);
    await this.takes.deleteOfSubmission(previousSubmissionId);
    if (previousRecordingId)
      await this.disposals.add([{ targetId: previousRecordingId, organizationId, reason: 'replaced' }]);
    const { id: captureRequestId, metadata } = request;
    const data = {
      captureRequestId,
      metadata,
      submissionId: submission.id,
      previousSubmissionId,
      previousRecordingId,
    };
    await this.outbox.add(createEvent(SubmissionReplaced, organizationId, data, submission.createdAt));
  }

  private async refuse(
    take: Take,
    refusal: Refusal,
    footage: { recordingId: string } | { uploadId: string },
  ): Promise<{ refusal: Refusal }> {
    const { organizationId } = take;
    await this.takes.refuse(take.id, refusal);
    await this.disposals.add([
      'recordingId' in footage
        ? { targetId: footage.recordingId, organizationId, reason: 'discarded' }
        : { targetId: footage.uploadId, organizationId, reason: 'aborted' },
    ]);
    return { refusal };
  }
}

function ownerOf({ contactId, campaignId }: Take): ['contact' | 'campaign', string] {
  return contactId ? ['contact', contactId] : ['campaign', campaignId ?? ''];
}

/** Another run gave the take back meanwhile: the call is to be made again. */
function interrupted(): AppError {
  return new AppError('service_unavailable', 'The take was interrupted; complete it again.', {
    retryAfterSec: 1,
  });
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw refusalError(outcome.refusal);
  return outcome.value;
}
