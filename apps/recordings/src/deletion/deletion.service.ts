import { Injectable, Logger } from '@nestjs/common';
import { AppError, newId, type DeletionReason } from '@capture/contracts';
import { Audit } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { Clock, SigningKey } from '@capture/platform';
import { RecordingEvents } from '../library/recording-events.js';
import { RecordingRepository, type RecordingRow } from '../library/recording.repository.js';
import { receiptOf } from './deletion-receipt.model.js';
import { DeletionRepository } from './deletion.repository.js';
import { UploadPurge } from './upload-purge.js';

/** Times that a deletion begins anew because a track was opened meanwhile. */
const MAX_STARTS = 10;

export interface Deletion {
  organizationId: string;
  recordingId: string;
  reason: DeletionReason;
  /** Id of the key or member who asks; absent where nobody does. */
  deletedBy?: string;
}

/** A track was opened between ending the recording's uploads and locking the recording. */
class TrackOpened extends Error {}

/** Deletes footage. Retention leaves the recording behind as `expired`; every other reason removes it outright. */
@Injectable()
export class DeletionService {
  private readonly logger = new Logger(DeletionService.name);

  constructor(
    private readonly database: Database,
    private readonly recordings: RecordingRepository,
    private readonly deletions: DeletionRepository,
    private readonly events: RecordingEvents,
    private readonly signing: SigningKey,
    private readonly purge: UploadPurge,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Idempotent; deleting what does not exist is fine. The bytes go right after the commit, or with the next sweep. */
  async delete(deletion: Deletion): Promise<null> {
    await this.clear(deletion.organizationId, await this.mark(deletion));
    return null;
  }

  /** The same, without waiting for the store: an answer to the organization's call must not depend on it. */
  async request(deletion: Deletion): Promise<void> {
    const uploadIds = await this.mark(deletion);
    void this.database.forEveryOrganization('the bytes go after the answer', () =>
      this.clear(deletion.organizationId, uploadIds),
    );
  }

  private async clear(organizationId: string, uploadIds: readonly string[]): Promise<void> {
    for (const id of uploadIds) {
      await this.purge.run({ organizationId, id }).catch((error: unknown) => {
        this.logger.warn({ err: error, uploadId: id }, 'bytes of deleted footage stay until the next sweep');
      });
    }
  }

  /** Returns the uploads whose bytes must go. */
  private async mark(deletion: Deletion): Promise<string[]> {
    for (let start = 1; start <= MAX_STARTS; start += 1) {
      try {
        return await this.database.run(() => this.markOnce(deletion));
      } catch (error) {
        if (!(error instanceof TrackOpened)) throw error;
      }
    }
    throw new AppError('service_unavailable', 'Tracks of this recording are being opened; delete it again.', {
      retryAfterSec: 1,
    });
  }

  /** Uploads are locked before their recording, as everywhere; one that is opened in between is seen after both. */
  private async markOnce(deletion: Deletion): Promise<string[]> {
    const { organizationId, recordingId, reason } = deletion;
    const now = this.clock.now();
    const uploadIds = await this.deletions.endUploads(organizationId, recordingId, now);
    const recording = await this.recordings.lock(organizationId, recordingId);
    if (!recording || recording.deletedAt !== null) return uploadIds;
    const held = recording.status !== 'expired';
    if (!held && reason === 'retention') return uploadIds;
    if (await this.deletions.hasHeldUploads(recordingId)) throw new TrackOpened();
    const receiptId = held ? await this.record(recording, deletion, now) : undefined;
    await this.deletions.expire(recordingId, reason === 'retention' ? null : now);
    if (deletion.deletedBy !== undefined)
      this.audit.record(organizationId, {
        action: 'recording.deleted',
        subject: recordingId,
        detail: receiptId === undefined ? {} : { receiptId },
      });
    return uploadIds;
  }

  /** Keeps the receipt of footage that was held until now, and tells of its end. Returns the receipt's id. */
  private async record(recording: RecordingRow, deletion: Deletion, deletedAt: Date): Promise<string> {
    const { id: recordingId, organizationId, submissionId } = recording;
    const { reason, deletedBy = null } = deletion;
    const id = newId('deletionReceipt');
    const tracks = await this.recordings.tracksOf([recordingId]);
    const objects = await this.deletions.objectsOf(recordingId);
    const receipt = receiptOf(recording, tracks, objects, { id, reason, deletedBy, deletedAt });
    await this.deletions.keepReceipt({
      recordingId,
      organizationId,
      submissionId,
      reason,
      deletedAt,
      receipt: JSON.stringify(this.signing.sign(receipt)),
    });
    if (recording.promotedAt !== null) this.events.deleted(recording, reason, deletedAt);
    return id;
  }
}
