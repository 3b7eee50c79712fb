import { EnumField, IdField, IntField } from '../fields/values.js';
import { DELETION_REASON, DELETION_REASONS, type DeletionReason } from '../receipts/deletion-receipt.js';
import { EventType } from './event.js';

export const RECORDING_STATUSES = ['partial', 'complete', 'expired'] as const;
export type RecordingStatus = (typeof RECORDING_STATUSES)[number];
export const TRACK_KINDS = ['camera', 'microphone', 'screen'] as const;
export type TrackKind = (typeof TRACK_KINDS)[number];

class RecordingFact {
  @IdField('recording') recordingId: string;
  @IdField('session', { nullable: true }) sessionId: string | null;
  @IdField('captureRequest', { nullable: true }) captureRequestId: string | null;
}

class TrackFact extends RecordingFact {
  @IdField('track') trackId: string;
  @EnumField(TRACK_KINDS) kind: TrackKind;
}

@EventType('recording.created', { description: 'A recording exists; its tracks may still be arriving.' })
export class RecordingCreated extends RecordingFact {
  @EnumField(RECORDING_STATUSES) status: RecordingStatus;
}

@EventType('recording.track_available', { description: 'A track was verified and can be downloaded.' })
export class RecordingTrackAvailable extends TrackFact {
  @IntField({ optional: true, description: 'Whole seconds, as probed where the file could be read' })
  durationSec?: number;

  @IntField({ optional: true, description: 'Bytes of the file' })
  sizeBytes?: number;
}

@EventType('recording.track_stranded', {
  description: 'A track stopped arriving; its device can resume it for 14 days.',
})
export class RecordingTrackStranded {
  @IdField('upload', { description: 'What operators list and redrive' }) uploadId: string;

  @IdField('recording', {
    nullable: true,
    description: 'Null for an answer to a capture request: its recording begins when all of it has landed',
  })
  recordingId: string | null;

  @IdField('track', { nullable: true }) trackId: string | null;
  @IdField('session', { nullable: true }) sessionId: string | null;
  @IdField('captureRequest', { nullable: true }) captureRequestId: string | null;
  @EnumField(TRACK_KINDS) kind: TrackKind;
}

@EventType('recording.completed', { description: 'Every expected track is available.' })
export class RecordingCompleted extends RecordingFact {}

@EventType('recording.deleted', { description: 'The recording and its footage were deleted.' })
export class RecordingDeleted extends RecordingFact {
  @EnumField(DELETION_REASONS, DELETION_REASON) reason: DeletionReason;

  @IdField('submission', { optional: true, description: 'The answer whose footage it was, where it was one' })
  submissionId?: string;
}
