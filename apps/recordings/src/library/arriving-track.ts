import type { UploadRow } from '../takes/upload.repository.js';
import type { TrackState } from './recording.model.js';
import type { TrackRow } from './track-row.js';

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
    takeNumber: upload.takeNumber,
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
    videoStartedAtMs: null,
    audioStartedAtMs: null,
    audioPreSkipMs: null,
    offsetUncertaintyMs: null,
    driftPpm: null,
    gaps: '[]',
    manifest: null,
    availableAt: null,
  };
}
