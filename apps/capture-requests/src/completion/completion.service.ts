import { Injectable } from '@nestjs/common';
import { AppError, newId, type CompletedUpload, type CompleteUpload } from '@capture/contracts';
import { Commands } from '@capture/messaging';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { CaptureRequestsConfig } from '../config.js';
import { linkExpired } from '../links/link.model.js';
import { assertCollecting } from '../requests/capture-request.model.js';
import { refusalError } from '../respond/refusal.js';
import type { Respondent } from '../respond/respondent.model.js';
import { RespondentService } from '../respond/respondent.service.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import { TakeDisposalService } from '../takes/take-disposal.service.js';
import { uploadIdOf, type Refusal, type Take } from '../takes/take.model.js';
import { TakeRepository } from '../takes/take.repository.js';
import type { CompletedTakeDto, CompleteTakeDto } from './completion.dto.js';
import { consentGiven, interrupted, type Outcome } from './landing.model.js';
import { LandingService } from './landing.service.js';

/** What the call said of the file. Its manifest stands in for that of the opening, which stays for a later call. */
type Named = Pick<CompleteUpload, 'parts' | 'merkleRoot' | 'sha256'> & {
  manifest?: CompleteUpload['manifest'];
};

/**
 * Turns a take into a submission: intent, upload, landing (ADR 8). A process may die between any two steps. What is
 * recorded by then lets another process, or a repeat of the call, go on from there.
 */
@Injectable()
export class CompletionService {
  constructor(
    private readonly database: Database,
    private readonly respondents: RespondentService,
    private readonly takes: TakeRepository,
    private readonly takeDisposal: TakeDisposalService,
    private readonly submissions: SubmissionRepository,
    private readonly landing: LandingService,
    private readonly commands: Commands,
    private readonly config: CaptureRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /** A repeat of the call gets the same answer, wherever the first one broke off. */
  async complete(takeId: string, key: string, ip: string, body: CompleteTakeDto): Promise<CompletedTakeDto> {
    const { respondent } = await this.respondents.ofTake(takeId, key);
    const intended = await this.database.run(() => this.intend(takeId, respondent, ip, body));
    return this.finish(valueOf(intended));
  }

  /** Runs steps 2 and 3 for a take with a recorded intent. Concurrent runs are safe. */
  async finish(take: Take): Promise<CompletedTakeDto> {
    if (take.state === 'submitted' && take.submissionId) return { submissionId: take.submissionId };
    const upload = await this.completeUpload(take);
    return { submissionId: valueOf(await this.database.run(() => this.landing.land(take, upload))) };
  }

  /** Step 1. Records the call's content, so that the job can finish without another call. */
  private async intend(
    takeId: string,
    respondent: Respondent,
    ip: string,
    body: CompleteTakeDto,
  ): Promise<Outcome<Take>> {
    const take = await this.takes.lock(takeId);
    if (!take) throw linkExpired();
    if (take.state === 'refused') return { refusal: take.refusal ?? 'link_expired' };
    if (take.state !== 'open') return { value: take };
    const now = this.clock.now();
    assertCollecting(respondent.request, respondent.paused, now);
    const consentNumber = consentGiven(respondent.request.release, take);
    const current = await this.submissions.findLive(take.captureRequestId, take.person);
    if ((current?.id ?? null) !== take.previousSubmissionId) return this.supersede(take);
    const { parts, merkleRoot = null, sha256 = take.sha256, manifest } = body;
    const named: Named = {
      parts: parts.map(({ number, sha256: digest }) => ({ number, sha256: digest })),
      merkleRoot,
      sha256,
      ...(manifest ? { manifest } : {}),
    };
    const intent = {
      submissionId: take.submissionId ?? newId('submission'),
      acceptedAt: now,
      ipAddress: ip,
      consentNumber,
      digests: JSON.stringify(named),
      resumeAt: new Date(now.getTime() + this.config.CAPTURE_TAKE_RESUME_AFTER_SEC * 1000),
    };
    await this.takes.intend(take.id, intent);
    return { value: { ...take, ...intent, state: 'completing' } };
  }

  private async supersede(take: Take): Promise<{ refusal: Refusal }> {
    await this.takeDisposal.refuse(take, 'superseded', { uploadId: uploadIdOf(take) });
    return { refusal: 'superseded' };
  }

  /** Step 2. When parts are refused, the take is reopened and the respondent may send what is missing. */
  private async completeUpload(take: Take): Promise<CompletedUpload> {
    const { organizationId, submissionId, durationSec } = take;
    const named = JSON.parse(take.digests ?? 'null') as Named;
    const payload = {
      organizationId,
      uploadId: uploadIdOf(take),
      durationSec,
      manifest: JSON.parse(take.manifest) as CompleteUpload['manifest'],
      ...named,
      submissionId,
    };
    try {
      return await this.commands.send('recordings.complete_upload', payload, {
        timeoutMs: this.config.CAPTURE_COMPLETE_TIMEOUT_MS,
      });
    } catch (error) {
      throw error instanceof AppError && error.status < 500
        ? await this.handleUploadRefusal(take, error)
        : error;
    }
  }

  /** Returns the error for the respondent. A take whose upload was aborted is refused for good. */
  private async handleUploadRefusal(take: Take, refusal: AppError): Promise<AppError> {
    if (refusal.code === 'not_found' || refusal.code === 'conflict') {
      return (await this.takes.refuse(take, 'link_expired')) ? linkExpired() : interrupted();
    }
    await this.takes.reopen(take.id, take.acceptedAt);
    return refusal;
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ('refusal' in outcome) throw refusalError(outcome.refusal);
  return outcome.value;
}
