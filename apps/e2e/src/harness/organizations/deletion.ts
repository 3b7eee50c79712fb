/** A deletion receipt as the API answers it. */
export interface Receipt {
  id: string;
  organizationId: string;
  recordingId: string;
  sessionId: string | null;
  captureRequestId: string | null;
  submissionId: string | null;
  reason: string;
  deletedAt: string;
  deletedBy: string | null;
  tracks: {
    id: string;
    sha256: string | null;
    sizeBytes: number | null;
    objects: { kind: string; number: number | null; sha256: string; sizeBytes: number }[];
  }[];
  signature: { alg: string; kid: string; value: string };
}
