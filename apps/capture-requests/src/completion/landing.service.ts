import { Injectable } from '@nestjs/common';
import {
  createEvent,
  SubmissionReceived,
  SubmissionReplaced,
  type CompletedUpload,
} from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Clock } from '@capture/platform';
import { EvidenceService } from '../consent/evidence.service.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { DisposalService } from '../disposals/disposal.service.js';
import type { LinkKind } from '../links/link.model.js';
import type { CaptureRequest } from '../requests/capture-request.model.js';
import { CaptureRequestRepository } from '../requests/capture-request.repository.js';
import { RespondentRepository } from '../respond/respondent.repository.js';
import { accept, type Submission } from '../submissions/submission.model.js';
import { SubmissionFootageService } from '../submissions/submission-footage.service.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import { TakeDisposalService } from '../takes/take-disposal.service.js';
import type { Take } from '../takes/take.model.js';
import { TakeRepository } from '../takes/take.repository.js';
import { interrupted, landingRefusal, type Outcome } from './landing.model.js';

/** Step 3 of completing a take (ADR 8): accepts it as a submission or refuses it. */
@Injectable()
export class LandingService {
  constructor(
    private readonly requests: CaptureRequestRepository,
    private readonly takes: TakeRepository,
    private readonly takeDisposal: TakeDisposalService,
    private readonly respondents: RespondentRepository,
    private readonly contacts: ContactRepository,
    private readonly submissions: SubmissionRepository,
    private readonly footage: SubmissionFootageService,
    private readonly evidence: EvidenceService,
    private readonly disposals: DisposalService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Must run in a transaction of its own. Locks the request and then the take, so that nothing is accepted after a
   * close has committed.
   */
  async land(intended: Take, upload: CompletedUpload): Promise<Outcome<string>> {
    const request = await this.requests.lock(intended.organizationId, intended.captureRequestId);
    const take = await this.takes.lock(intended.id);
    // Deleted with its contact or request, and its upload with it.
    if (!take) return { refusal: 'link_expired' };
    if (take.state === 'submitted' && take.submissionId) return { value: take.submissionId };
    if (take.state === 'refused') return { refusal: take.refusal ?? 'link_expired' };
    if (take.state !== 'completing') throw interrupted();
    const previous = await this.submissions.findLive(take.captureRequestId, take.person);
    const link = await this.respondents.find(...ownerOf(take));
    const landing = {
      request,
      linkAlive: link?.linkVersion === take.linkVersion,
      currentSubmissionId: previous?.id ?? null,
      submissionCap: link?.submissionCap ?? 0,
      durationSec: upload.durationSec,
    };
    const now = this.clock.now();
    const refusal = landingRefusal(take, landing, now);
    if (refusal || !request) {
      const reason = refusal ?? 'link_expired';
      await this.takeDisposal.refuse(take, reason, { recordingId: upload.recordingId });
      return { refusal: reason };
    }
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
    this.outbox.add(createEvent(SubmissionReceived, organizationId, data, createdAt));
    await this.loseFootage(take, submission);
  }

  /** Where the recording was deleted before the take has landed, and with it all that will ever be told of that. */
  private async loseFootage(take: Take, { organizationId, recordingId }: Submission): Promise<void> {
    const { footageDeletedAt, footageDeletedFor } = take;
    if (recordingId !== null && footageDeletedAt && footageDeletedFor)
      await this.footage.lost({ organizationId, recordingId }, footageDeletedFor, footageDeletedAt);
  }

  /** Re-recording deletes the earlier answer: row, consent, content of its evidence and footage. */
  private async replace(
    request: CaptureRequest,
    submission: Submission,
    previous: Submission,
  ): Promise<void> {
    const { id: previousSubmissionId, recordingId: previousRecordingId, organizationId } = previous;
    await this.submissions.delete(previousSubmissionId);
    await this.evidence.erase(previousSubmissionId);
    await this.takes.supersedeOfSubmission(previousSubmissionId);
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
    this.outbox.add(createEvent(SubmissionReplaced, organizationId, data, submission.createdAt));
  }
}

function ownerOf({ contactId, campaignId }: Take): [LinkKind, string] {
  return contactId ? ['contact', contactId] : ['campaign', campaignId ?? ''];
}
