import { Injectable } from '@nestjs/common';
import {
  actorOf,
  AppError,
  modeOf,
  notFound,
  RawJson,
  type DeletedFootage,
  type DeleteFootage,
  type OrganizationPrincipal,
} from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { RecordingRepository } from '../library/recording.repository.js';
import { DeletionRepository, type ReceiptRow } from './deletion.repository.js';
import { DeletionService } from './deletion.service.js';

/** Deletes footage for its organization, which gets the signed receipt; asking again gets the same one (ADR 39). */
@Injectable()
export class RequestedDeletionService {
  constructor(
    private readonly recordings: RecordingRepository,
    private readonly deletions: DeletionRepository,
    private readonly deletion: DeletionService,
    private readonly audit: Audit,
  ) {}

  /** The receipt of a recording that is deleted by this call, or was before. */
  async ofRecording(caller: OrganizationPrincipal, recordingId: string): Promise<RawJson> {
    if (modeOf(caller) === 'test')
      throw new AppError('test_mode_scope', 'A test key cannot delete recordings; use a live key.');
    const row = await this.remove(caller.organizationId, recordingId, actorOf(caller));
    if (!row) throw notFound('recording');
    return new RawJson(row.receipt);
  }

  /** The same of a submission's footage; null where no deletion of it is on record. */
  async ofSubmission(payload: DeleteFootage): Promise<DeletedFootage | null> {
    const { organizationId, submissionId, recordingId, deletedBy, ip } = payload;
    const row =
      recordingId === null
        ? await this.deletions.receiptOfSubmission(organizationId, submissionId)
        : await this.audit.runAs({ actor: deletedBy, ip }, () =>
            this.remove(organizationId, recordingId, deletedBy),
          );
    if (!row) return null;
    const receipt = JSON.parse(row.receipt) as Record<string, unknown>;
    return { recordingId: row.recordingId, deletedAt: row.deletedAt.toISOString(), receipt };
  }

  private async remove(
    organizationId: string,
    recordingId: string,
    deletedBy: string,
  ): Promise<ReceiptRow | undefined> {
    if (await this.recordings.find(organizationId, recordingId))
      await this.deletion.request({ organizationId, recordingId, reason: 'requested', deletedBy });
    return this.deletions.receiptOf(organizationId, recordingId);
  }
}
