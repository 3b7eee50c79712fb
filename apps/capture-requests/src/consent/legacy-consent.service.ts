import { Injectable } from '@nestjs/common';
import { AppError, notFound } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { CaptureRequestRepository } from '../requests/capture-request.repository.js';
import { toSubmissionDto, type SubmissionDto } from '../submissions/submission.dto.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import type { ImportLegacyConsentDto } from './legacy-consent.dto.js';
import { legacyConsent } from './legacy-consent.model.js';

/** Backfills consents that were given before consents were recorded. They are not signed, because they prove nothing. */
@Injectable()
export class LegacyConsentService {
  constructor(
    private readonly database: Database,
    private readonly requests: CaptureRequestRepository,
    private readonly submissions: SubmissionRepository,
    private readonly audit: Audit,
  ) {}

  /** Idempotent. @throws AppError `conflict` where nothing can be backfilled. */
  import(given: ImportLegacyConsentDto): Promise<SubmissionDto> {
    const { organizationId, captureRequestId, submissionId, acceptedAt, ipAddress, subjectName } = given;
    return this.database.run(async () => {
      const request = await this.requests.lock(organizationId, captureRequestId);
      const submission = request && (await this.submissions.find(request.id, submissionId));
      if (!submission) throw notFound('submission');
      if (submission.consent && submission.consent.version !== 'legacy')
        throw new AppError('conflict', 'The submission has a consent that was recorded when it was given.');
      if (submission.consent) return toSubmissionDto(submission);
      const { text } = request.release;
      if (text === null)
        throw new AppError('conflict', 'The request shows no release wording that could be backfilled.');
      const facts = { acceptedAt: new Date(acceptedAt), ipAddress };
      const consent = legacyConsent(text, { ...facts, subjectName: subjectName ?? submission.displayName });
      await this.submissions.insertConsent(submission, consent);
      this.audit.record(organizationId, {
        action: 'consent.backfilled',
        subject: submissionId,
        detail: { captureRequestId },
      });
      return toSubmissionDto({ ...submission, consent });
    });
  }
}
