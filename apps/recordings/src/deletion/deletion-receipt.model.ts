import type { DeletedObject, DeletedTrack, DeletionReason, DeletionReceipt } from '@capture/contracts';

const RECEIPT_VERSION = 2;

/** An object of a track's besides its original. */
export type TrackObject = DeletedObject & { trackId: string };

interface Reason {
  reason: DeletionReason;
  /** Id of the key or member who asked; null where nobody did. */
  deletedBy: string | null;
}

/** A track; digest and size are null where it never was whole. */
interface Original {
  id: string;
  sha256: string | null;
  sizeBytes: number | null;
}

interface Recording {
  id: string;
  organizationId: string;
  sessionId: string | null;
  captureRequestId: string | null;
  submissionId: string | null;
}

/** What is signed. It holds ids, sizes and digests only: it stays when everything else about a person is gone. */
export function receiptOf(
  recording: Recording,
  tracks: readonly Original[],
  objects: readonly TrackObject[],
  facts: Reason & { id: string; deletedAt: Date },
): Omit<DeletionReceipt, 'signature'> {
  const { id: recordingId, organizationId, sessionId, captureRequestId, submissionId } = recording;
  return {
    receiptVersion: RECEIPT_VERSION,
    id: facts.id,
    organizationId,
    recordingId,
    sessionId,
    captureRequestId,
    submissionId,
    reason: facts.reason,
    deletedAt: facts.deletedAt.toISOString(),
    deletedBy: facts.deletedBy,
    tracks: tracks.map((track) => withObjects(track, objects)),
  };
}

function withObjects({ id, sha256, sizeBytes }: Original, objects: readonly TrackObject[]): DeletedTrack {
  const others = objects
    .filter(({ trackId }) => trackId === id)
    .map(({ kind, number, sha256: digest, sizeBytes: size }) => ({
      kind,
      number,
      sha256: digest,
      sizeBytes: size,
    }));
  if (sha256 === null || sizeBytes === null) return { id, sha256: null, sizeBytes: null, objects: others };
  const original: DeletedObject = { kind: 'original', number: null, sha256, sizeBytes };
  return { id, sha256, sizeBytes, objects: [original, ...others] };
}
