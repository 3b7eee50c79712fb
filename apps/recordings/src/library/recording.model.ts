import type { AcknowledgedTake, RecordingStatus } from '@capture/contracts';

export const TRACK_STATES = [
  'recording',
  'uploading',
  'stranded',
  'processing',
  'available',
  'failed',
  'expired',
] as const;
/** recording → uploading ⇄ stranded → processing → available | failed | expired. */
export type TrackState = (typeof TRACK_STATES)[number];

const NEXT: Record<TrackState, readonly TrackState[]> = {
  recording: ['uploading', 'stranded', 'failed'],
  uploading: ['stranded', 'processing', 'available', 'failed', 'expired'],
  stranded: ['uploading', 'processing', 'available', 'failed', 'expired'],
  // A refusal of complete gives the upload back to its sender.
  processing: ['uploading', 'available', 'failed', 'expired'],
  // Bytes that the store lost make a track fail; bytes that come back mend it.
  available: ['failed', 'expired'],
  failed: ['processing', 'available', 'expired'],
  expired: [],
};

/** States from which a track may become `to`. */
export function statesBefore(to: TrackState): TrackState[] {
  return TRACK_STATES.filter((state) => NEXT[state].includes(to));
}

/**
 * Status of a recording: expired when its footage was deleted, complete when every expected track is available,
 * partial otherwise. A partial recording is a correct answer, not a failure.
 */
export function statusOf(trackStates: readonly TrackState[], expectedTrackCount: number): RecordingStatus {
  if (trackStates.length > 0 && trackStates.every((state) => state === 'expired')) return 'expired';
  const available = trackStates.filter((state) => state === 'available').length;
  return available > 0 && available >= expectedTrackCount ? 'complete' : 'partial';
}

/**
 * Tracks that the recording will have: those that are known, and one for each take that a device acknowledged and of which
 * none is known yet. A track without a number is from before tracks had one, and stands for any take of its participant.
 */
export function expectedTracks(
  tracks: readonly { participantId: string | null; takeNumber: number | null }[],
  acknowledged: readonly AcknowledgedTake[],
): number {
  const missing = acknowledged.filter(
    (take) =>
      !tracks.some(
        ({ participantId, takeNumber }) =>
          participantId === take.participantId && (takeNumber ?? take.takeNumber) === take.takeNumber,
      ),
  );
  return tracks.length + missing.length;
}

/** Whole seconds that a listing shows: the probe's value where the file could be read, else the claim. */
export function shownSeconds(probedMs: number | null, claimedSec: number): number {
  return Math.max(0, Math.round(probedMs === null ? claimedSec : probedMs / 1000));
}

/** When footage made at `createdAt` is deleted; null when it is kept. */
export function retentionEnd(createdAt: Date, retentionDays: number | null): Date | null {
  return retentionDays === null ? null : new Date(createdAt.getTime() + retentionDays * 24 * 60 * 60 * 1000);
}
