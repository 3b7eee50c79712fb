import { Injectable } from '@nestjs/common';
import { AppError, notFound, type CompletedUpload, type OrganizationPrincipal } from '@capture/contracts';
import { SigningKey } from '@capture/platform';
import { CaptureRequestService } from '../requests/capture-request.service.js';
import type { Submission } from '../submissions/submission.model.js';
import { SubmissionRepository } from '../submissions/submission.repository.js';
import { toEvidenceDto, type EvidenceDto } from './evidence.dto.js';
import { recordOf, seal, type EvidenceRecord } from './evidence.model.js';
import { EvidenceRepository } from './evidence.repository.js';

/** Signed, chained records of what people consented to (ADR 9). */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly requests: CaptureRequestService,
    private readonly submissions: SubmissionRepository,
    private readonly evidence: EvidenceRepository,
    private readonly signing: SigningKey,
  ) {}

  /**
   * Must run at the end of the landing's transaction: from here until the commit the organization's landings are
   * serialized. A submission without a consent leaves no evidence.
   */
  async add(submission: Submission, upload: CompletedUpload): Promise<void> {
    const { consent, organizationId } = submission;
    if (!consent) return;
    const head = await this.evidence.lockHead(organizationId);
    await this.evidence.append(seal(recordOf(submission, consent, upload, head), this.signing));
  }

  /** Must run in the transaction that deletes the replaced submission. */
  erase(submissionId: string): Promise<void> {
    return this.evidence.erase(submissionId);
  }

  /** Evidence outlives its request: the ids in the path are compared with those in the record. */
  async get(caller: OrganizationPrincipal, requestId: string, submissionId: string): Promise<EvidenceDto> {
    const row = await this.evidence.find(caller.organizationId, submissionId);
    const record = row && (JSON.parse(row.record) as EvidenceRecord);
    if (row && record?.captureRequestId === requestId) return toEvidenceDto(record, row);
    const request = await this.requests.require(caller, requestId);
    const submission = await this.submissions.find(request.id, submissionId);
    if (!submission) throw notFound('submission');
    throw new AppError('not_found', reasonOf(submission));
  }
}

function reasonOf({ consent }: Submission): string {
  return consent
    ? 'The consent of this submission was not recorded when it was given, so there is no evidence of it.'
    : 'This submission has no consent record, so there is no evidence of one.';
}
