import { IsOptional } from 'class-validator';
import { DELETION_REASONS, type DeletionReason } from '../receipts/deletion-receipt.js';
import { TRACK_KINDS, type TrackKind } from '../events/recording.events.js';
import { NestedField, ObjectField } from '../fields/composites.js';
import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NumberField,
  Sha256Field,
  StringField,
  TimestampField,
} from '../fields/values.js';
import { isId } from '../ids.js';
import { LongListField } from './rule.js';

/** Commands that the recordings service serves. */

const SHA256 = /^[0-9a-f]{64}$/;

export class UploadRef {
  @IdField('organization') organizationId: string;
  /** Chosen by the caller: the take's or track's own id with the prefix of an upload. */
  @IdField('upload') uploadId: string;
}

export class OpenUpload extends UploadRef {
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @StringField() contentType: string;
  /** Bytes; null when unknown until complete. */
  @IntField({ nullable: true }) sizeBytes: number | null;
  @IdField('captureRequest', { nullable: true }) captureRequestId: string | null;
  @IdField('session', { nullable: true }) sessionId: string | null;
  @IdField('participant', { nullable: true }) participantId: string | null;
  @BooleanField() isGuest: boolean;
  /**
   * Bytes that a part should have. Rounded down to a power of two, and up where the file would have too many parts. Heeded
   * again by later calls as long as no part is stored.
   */
  @IntField({ optional: true, min: 1 }) partSizeHint?: number;
  /** Take of the session that the track is of; absent for capture requests. */
  @IntField({ optional: true, min: 1 }) takeNumber?: number;
}

export class OpenedUpload {
  @IntField({ min: 1 }) partSize: number;
}

export class ReadUploadState extends UploadRef {}

export const UPLOAD_PHASES = ['open', 'completed', 'aborted'] as const;
export type UploadPhase = (typeof UPLOAD_PHASES)[number];

export class UploadState {
  @EnumField(UPLOAD_PHASES) phase: UploadPhase;
  @IntField({ min: 1 }) partSize: number;
  /** Part numbers on stable storage, ascending, from 1. */
  @LongListField('part numbers', Number.isInteger) storedParts: number[];
  /** Bytes on stable storage; absent from releases before it was told. */
  @IntField({ optional: true }) storedBytes?: number;
  @IdField('recording', { nullable: true }) recordingId: string | null;
}

export interface PartDigest {
  number: number;
  /** Lower-case hex. */
  sha256: string;
}

function isPartDigest(item: unknown): item is PartDigest {
  const { number, sha256 } = (item ?? {}) as Partial<PartDigest>;
  return Number.isInteger(number) && typeof sha256 === 'string' && SHA256.test(sha256);
}

export class GrantParts extends UploadRef {
  @LongListField('parts', (item) => isPartDigest(item) && Number.isInteger((item as { size?: number }).size))
  parts: (PartDigest & { size: number })[];
}

export type PartGrant =
  | { number: number; stored: true }
  | { number: number; method: 'PUT'; url: string; headers: Record<string, string>; expiresAt: string };

export class GrantedPart {
  @IntField({ min: 1 }) number: number;
  @BooleanField({ optional: true }) stored?: true;
  @EnumField(['PUT'], { optional: true }) method?: 'PUT';
  @StringField({ optional: true, max: 8000 }) url?: string;
  @ObjectField({ optional: true }) headers?: Record<string, string>;
  @StringField({ optional: true }) expiresAt?: string;
}

/** When a session's track began, on the room's clock, in Unix milliseconds; null where the file has no such part. */
export class MeasuredTiming {
  @NumberField({ nullable: true }) videoStartMs: number | null;
  @NumberField({ nullable: true }) audioStartMs: number | null;
  @NumberField() offsetUncertaintyMs: number;
  /** What the device's clock gains on the room's. */
  @NumberField({ min: -1_000, max: 1_000 }) driftPpm: number;
}

export class CompleteUpload extends UploadRef {
  @LongListField('parts', isPartDigest) parts: PartDigest[];
  @Sha256Field({ nullable: true }) merkleRoot: string | null;
  @Sha256Field({ nullable: true }) sha256: string | null;
  /** Duration in seconds as the client claims it; the probe's value is stored beside it. */
  @NumberField() durationSec: number;
  /** The client's capture manifest, without server section and signature. */
  @ObjectField() manifest: Record<string, unknown>;
  /** Submission the recording will belong to; null for sessions. */
  @IdField('submission', { nullable: true }) submissionId: string | null;
  /** Comes before what the manifest claims of its clock; absent where nothing was measured. */
  @NestedField(() => MeasuredTiming, { optional: true }) timing?: MeasuredTiming;
}

export class CompletedUpload {
  @IdField('recording') recordingId: string;
  @IdField('track') trackId: string;
  /** Whole seconds, as probed where the file could be read, else as claimed. */
  @IntField() durationSec: number;
  @Sha256Field() sha256: string;
  @Sha256Field() merkleRoot: string;
  @IntField() sizeBytes: number;
}

export class AbortUpload extends UploadRef {}

export class DeleteRecording {
  @IdField('organization') organizationId: string;
  @IdField('recording') recordingId: string;
  @EnumField(DELETION_REASONS) reason: DeletionReason;
}

/** Deletes the footage of a submission because its organization asks for it. */
export class DeleteFootage {
  @IdField('organization') organizationId: string;
  @IdField('submission') submissionId: string;
  /** As the submission names it; null once it names none any more. */
  @IdField('recording', { nullable: true }) recordingId: string | null;
  /** Id of the key or member who asks, or `operator`. */
  @StringField() deletedBy: string;
  /** Their address, for the audit log. */
  @StringField() ip: string;
}

export class DeletedFootage {
  @IdField('recording') recordingId: string;
  @TimestampField() deletedAt: string;
  /** A DeletionReceipt as it was signed. */
  @ObjectField() receipt: Record<string, unknown>;
}

/** A take of a session that a participant's device is known to have recorded. */
export interface AcknowledgedTake {
  participantId: string;
  takeNumber: number;
}

function isAcknowledgedTake(item: unknown): item is AcknowledgedTake {
  const { participantId, takeNumber } = (item ?? {}) as Partial<AcknowledgedTake>;
  return isId('participant', participantId ?? '') && Number.isInteger(takeNumber);
}

export class PromoteSession {
  @IdField('organization') organizationId: string;
  @IdField('session') sessionId: string;
  /** Takes whose tracks may not have been opened yet: they are on their way. */
  @IsOptional()
  @LongListField('takes', isAcknowledgedTake)
  acknowledged?: AcknowledgedTake[];
}

const PROMOTIONS = ['created', 'existing', 'empty', 'failed'] as const;

export class PromotedSession {
  @EnumField(PROMOTIONS) promotion: (typeof PROMOTIONS)[number];
  @IntField() savedCount: number;
  @IdField('recording', { nullable: true }) recordingId: string | null;
  @StringField({ nullable: true }) errorId: string | null;
}
