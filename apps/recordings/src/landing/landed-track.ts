import { arrivingTrack } from '../library/arriving-track.js';
import type { TrackRow } from '../library/track-row.js';
import type { UploadRow } from '../takes/upload.repository.js';
import type { TrackTiming } from './manifest.model.js';
import type { Probe } from './probe/probe.js';

/** What is known of a track once its file was verified. */
export interface LandedFile {
  sizeBytes: number;
  sha256: string;
  /** Key of the one blob that holds the file; null where it lies in its parts. */
  fileKey: string | null;
  probe: Probe;
  timing: TrackTiming;
  /** JSON text of the signed capture manifest. */
  manifest: string;
  availableAt: Date;
}

/** The track that a verified file becomes. */
export function landedTrack(upload: UploadRow, recordingId: string, file: LandedFile): TrackRow {
  const { codecs, width, height, durationMs, audioPreSkipMs } = file.probe;
  const { gaps, ...timing } = file.timing;
  return {
    ...arrivingTrack(upload, recordingId),
    state: 'available',
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    ...{ codecs, width, height, durationMs, audioPreSkipMs },
    ...timing,
    gaps: JSON.stringify(gaps),
    manifest: file.manifest,
    availableAt: file.availableAt,
  };
}
