import { Injectable } from '@nestjs/common';
import {
  createEvent,
  RecordingCompleted,
  RecordingCreated,
  RecordingDeleted,
  RecordingTrackAvailable,
  RecordingTrackStranded,
  type DeletionReason,
} from '@capture/contracts';
import { Outbox } from '@capture/outbox';
import { Clock } from '@capture/platform';
import type { UploadRow } from '../takes/upload.repository.js';
import type { RecordingRow } from './recording.repository.js';
import type { TrackRow } from './track-row.js';

type Subject = Pick<RecordingRow, 'id' | 'organizationId' | 'sessionId' | 'captureRequestId' | 'status'>;

function ids({ id, sessionId, captureRequestId }: Subject): {
  recordingId: string;
  sessionId: string | null;
  captureRequestId: string | null;
} {
  return { recordingId: id, sessionId, captureRequestId };
}

/** Adds the events of recordings to the outbox, in the transaction of the change that they tell. */
@Injectable()
export class RecordingEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  created(recording: Subject): void {
    this.outbox.add(
      createEvent(
        RecordingCreated,
        recording.organizationId,
        { ...ids(recording), status: recording.status },
        this.clock.now(),
      ),
    );
  }

  /** Carries length and size of the track: the usage ledger counts by them. */
  trackAvailable(
    recording: Subject,
    { id, kind, durationMs, sizeBytes }: Pick<TrackRow, 'id' | 'kind' | 'durationMs' | 'sizeBytes'>,
  ): void {
    const size = {
      ...(durationMs === null ? {} : { durationSec: Math.round(durationMs / 1000) }),
      ...(sizeBytes === null ? {} : { sizeBytes }),
    };
    this.outbox.add(
      createEvent(
        RecordingTrackAvailable,
        recording.organizationId,
        { ...ids(recording), trackId: id, kind, ...size },
        this.clock.now(),
      ),
    );
  }

  /** `track` is absent while there is no recording: the answer to a capture request becomes one when it lands. */
  trackStranded(upload: UploadRow, track?: { id: string; recordingId: string }): void {
    const { id: uploadId, organizationId, sessionId, captureRequestId, kind } = upload;
    const { id: trackId = null, recordingId = null } = track ?? {};
    const data = { uploadId, recordingId, trackId, sessionId, captureRequestId, kind };
    this.outbox.add(createEvent(RecordingTrackStranded, organizationId, data, this.clock.now()));
  }

  completed(recording: Subject): void {
    this.outbox.add(
      createEvent(RecordingCompleted, recording.organizationId, ids(recording), this.clock.now()),
    );
  }

  deleted(
    recording: Subject & Pick<RecordingRow, 'submissionId'>,
    reason: DeletionReason,
    deletedAt: Date,
  ): void {
    const { organizationId, submissionId } = recording;
    const data = { ...ids(recording), reason, ...(submissionId !== null && { submissionId }) };
    this.outbox.add(createEvent(RecordingDeleted, organizationId, data, deletedAt));
  }
}
