import { Injectable, Logger } from '@nestjs/common';
import type { DeleteRecording } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, SigningKey } from '@capture/platform';
import { RecordingEvents } from '../library/recording-events.js';
import { RecordingRepository, type RecordingRow, type TrackRow } from '../library/recording.repository.js';
import { DeletionRepository } from './deletion.repository.js';
import { UploadPurge } from './upload-purge.js';

const RECEIPT_VERSION = 1;

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
    private readonly clock: Clock,
  ) {}

  /** Idempotent; deleting what does not exist is fine. The bytes go right after the commit, or with the next sweep. */
  async delete(payload: DeleteRecording): Promise<null> {
    const uploadIds = await this.database.run(() => this.mark(payload));
    for (const id of uploadIds) {
      await this.purge.run({ organizationId: payload.organizationId, id }).catch((error: unknown) => {
        this.logger.warn({ err: error, uploadId: id }, 'bytes of deleted footage stay until the next sweep');
      });
    }
    return null;
  }

  private async mark({ organizationId, recordingId, reason }: DeleteRecording): Promise<string[]> {
    const now = this.clock.now();
    const uploadIds = await this.deletions.endUploads(organizationId, recordingId, now);
    const recording = await this.recordings.lock(organizationId, recordingId);
    if (!recording || recording.deletedAt !== null) return uploadIds;
    const held = recording.status !== 'expired';
    if (!held && reason === 'retention') return uploadIds;
    const tracks = await this.recordings.tracksOf([recordingId]);
    await this.deletions.expire(recordingId, reason === 'retention' ? null : now);
    if (held) await this.record(recording, tracks, reason);
    return uploadIds;
  }

  private async record(
    recording: RecordingRow,
    tracks: readonly TrackRow[],
    reason: DeleteRecording['reason'],
  ): Promise<void> {
    const { id: recordingId, organizationId } = recording;
    const deletedAt = this.clock.now();
    const receipt = this.signing.sign({
      receiptVersion: RECEIPT_VERSION,
      recordingId,
      organizationId,
      reason,
      deletedAt: deletedAt.toISOString(),
      tracks: tracks.map(({ id, sha256, sizeBytes }) => ({ id, sha256, sizeBytes })),
    });
    await this.deletions.keepReceipt({
      recordingId,
      organizationId,
      reason,
      deletedAt,
      receipt: JSON.stringify(receipt),
    });
    if (recording.promotedAt !== null) await this.events.deleted(recording, reason);
  }
}
