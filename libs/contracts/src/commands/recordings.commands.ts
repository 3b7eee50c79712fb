import type { TrackKind } from './events/recording.events.js';
import type { KeyPrincipal, MemberPrincipal } from './principal.js';

/**
 * Service-to-service commands: pattern → payload and answer. Each is idempotent by an id the caller chose.
 * A refusal crosses as the problem document of an AppError and is thrown as one on the caller's side.
 */
export interface CommandMap {
  'accounts.resolve_credential': { payload: ResolveCredential; answer: ResolvedCredential | null };
  'accounts.resolve_sign_in': { payload: ResolveSignIn; answer: MemberPrincipal | null };
  'accounts.check_allowance': { payload: { organizationId: string }; answer: AllowanceState };
  'accounts.list_suppressed': {
    payload: { organizationId: string; emails: string[] };
    answer: SuppressedAddress[];
  };
  'recordings.open_upload': { payload: OpenUpload; answer: OpenedUpload };
  'recordings.upload_state': { payload: UploadRef; answer: UploadState };
  'recordings.grant_parts': { payload: GrantParts; answer: PartGrant[] };
  'recordings.complete_upload': { payload: CompleteUpload; answer: CompletedUpload };
  'recordings.abort_upload': { payload: UploadRef; answer: null };
  'recordings.delete': { payload: DeleteRecording; answer: null };
  'recordings.promote_session': { payload: PromoteSession; answer: PromotedSession };
}

export type CommandPattern = keyof CommandMap;
export type CommandPayload<P extends CommandPattern> = CommandMap[P]['payload'];
export type CommandAnswer<P extends CommandPattern> = CommandMap[P]['answer'];

export interface ResolveCredential {
  /** SHA-256 of the API key, lower-case hex: the key itself never crosses the bus. */
  keySha256: string;
}

export interface ResolvedCredential {
  principal: KeyPrincipal;
  /** ISO 8601; null when the key does not expire. */
  expiresAt: string | null;
  /** For each feature the plan lacks, the cheapest plan that has it. */
  upgrades: Record<string, string>;
}

export interface ResolveSignIn {
  /** SHA-256 of the cookie's token, lower-case hex: the token itself never crosses the bus. */
  tokenSha256: string;
}

export interface AllowanceState {
  includedSec: number;
  usedSec: number;
  spent: boolean;
  organizationPaused: boolean;
  submissionCap: number;
  ownerMemberId: string | null;
}

export interface SuppressedAddress {
  email: string;
  reason: 'unsubscribed' | 'bounced' | 'complained';
}

export interface UploadRef {
  organizationId: string;
  /** Chosen by the caller: the take's or track's own id with the prefix of an upload. */
  uploadId: string;
}

export interface OpenUpload extends UploadRef {
  kind: TrackKind;
  contentType: string;
  /** Bytes; null when unknown until complete. */
  sizeBytes: number | null;
  captureRequestId: string | null;
  sessionId: string | null;
  participantId: string | null;
  isGuest: boolean;
}

export interface OpenedUpload {
  partSize: number;
}

export type UploadPhase = 'open' | 'completed' | 'aborted';

export interface UploadState {
  phase: UploadPhase;
  partSize: number;
  /** Part numbers on stable storage, ascending, from 1. */
  storedParts: number[];
  recordingId: string | null;
}

export interface PartDigest {
  number: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface GrantParts extends UploadRef {
  parts: (PartDigest & { size: number })[];
}

export type PartGrant =
  | { number: number; stored: true }
  | { number: number; method: 'PUT'; url: string; headers: Record<string, string>; expiresAt: string };

export interface CompleteUpload extends UploadRef {
  parts: PartDigest[];
  merkleRoot: string | null;
  sha256: string | null;
  /** What the client says it recorded, in seconds; the probe's value is stored beside it. */
  durationSec: number;
  /** The client's capture manifest, without server section and signature. */
  manifest: Record<string, unknown>;
  /** Submission the recording will belong to; null for sessions. */
  submissionId: string | null;
}

export interface CompletedUpload {
  recordingId: string;
  trackId: string;
  /** Whole seconds, as probed where the file could be read, else as claimed. */
  durationSec: number;
  sha256: string;
  merkleRoot: string;
  sizeBytes: number;
}

export interface DeleteRecording {
  organizationId: string;
  recordingId: string;
  reason: 'retention' | 'replaced' | 'discarded' | 'operator';
}

export interface PromoteSession {
  organizationId: string;
  sessionId: string;
}

export interface PromotedSession {
  promotion: 'created' | 'existing' | 'empty' | 'failed';
  savedCount: number;
  recordingId: string | null;
  errorId: string | null;
}
