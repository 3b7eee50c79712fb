import type { TrackKind } from '@capture/contracts';
import type { TrackState } from './recording.model.js';

export interface TrackRow {
  id: string;
  recordingId: string;
  organizationId: string;
  uploadId: string;
  participantId: string | null;
  isGuest: boolean;
  /** Take of the session; null for capture requests. */
  takeNumber: number | null;
  kind: TrackKind;
  state: TrackState;
  contentType: string;
  partSize: number;
  sizeBytes: number | null;
  sha256: string | null;
  codecs: string | null;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  startedAtMs: number | null;
  videoStartedAtMs: number | null;
  audioStartedAtMs: number | null;
  audioPreSkipMs: number | null;
  offsetUncertaintyMs: number | null;
  driftPpm: number | null;
  /** JSON text. */
  gaps: string;
  /** JSON text. */
  manifest: string | null;
  availableAt: Date | null;
}

/** A track without what its sender may make large. */
export type TrackFacts = Omit<TrackRow, 'gaps' | 'manifest'>;
