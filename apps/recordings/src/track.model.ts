import { type TrackTiming } from './manifest.model.js';
import type { Probe } from './probe.js';
import type { TrackState } from './recording.model.js';
import type { TrackRow } from './recording.repository.js';
import type { UploadRow } from './upload.repository.js';

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

/** A track has the id of its upload under its own prefix, so that whoever opened the upload knows it beforehand. */
function trackIdOf(uploadId: string): string {
  return uploadId.replace(/^upl_/, 'trk_');
}

/** A track whose file is still on its way. */
export function arrivingTrack(upload: UploadRow, recordingId: string): TrackRow {
  const { state: phase } = upload;
  const state: TrackState =
    phase === 'stranded' || phase === 'processing' || phase === 'failed' ? phase : 'uploading';
  return {
    id: trackIdOf(upload.id),
    recordingId,
    organizationId: upload.organizationId,
    uploadId: upload.id,
    participantId: upload.participantId,
    isGuest: upload.isGuest,
    kind: upload.kind,
    state,
    contentType: upload.contentType,
    partSize: upload.partSize,
    sizeBytes: null,
    sha256: null,
    codecs: null,
    width: null,
    height: null,
    durationMs: null,
    startedAtMs: null,
    offsetUncertaintyMs: null,
    driftPpm: null,
    gaps: '[]',
    manifest: null,
    availableAt: null,
  };
}

export function landedTrack(upload: UploadRow, recordingId: string, file: LandedFile): TrackRow {
  const { codecs, width, height, durationMs } = file.probe;
  const { startedAtMs, offsetUncertaintyMs, driftPpm, gaps } = file.timing;
  return {
    ...arrivingTrack(upload, recordingId),
    state: 'available',
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    ...{ codecs, width, height, durationMs },
    ...{ startedAtMs, offsetUncertaintyMs, driftPpm },
    gaps: JSON.stringify(gaps),
    manifest: file.manifest,
    availableAt: file.availableAt,
  };
}
