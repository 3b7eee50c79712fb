import { NestedField, NestedListField } from '../fields/composites.js';
import { EnumField, IdField, IntField, Sha256Field, StringField, TimestampField } from '../fields/values.js';
import type { Signature } from '../json/signed.js';

/** Why footage was deleted; `requested` is by a call of its organization. Nothing deletes for `operator` so far. */
export const DELETION_REASONS = ['retention', 'replaced', 'discarded', 'operator', 'requested'] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

export const DELETION_REASON = {
  description: '`requested` is by a call of the organization; `operator` is reserved and not stated so far',
} as const;

export const DELETED_OBJECT_KINDS = ['original', 'seekable', 'part'] as const;

const FROM_VERSION_2 = { optional: true, description: 'Absent from receipts of version 1' } as const;

/** Bytes that were removed from the store. */
export class DeletedObject {
  @EnumField(DELETED_OBJECT_KINDS, {
    description:
      'The file as it was recorded, its copy with an index, or a part of a file that never was whole',
  })
  kind: (typeof DELETED_OBJECT_KINDS)[number];
  @IntField({ min: 1, nullable: true, description: 'Number of the part; null of whole files' })
  number: number | null;
  @Sha256Field() sha256: string;
  @IntField({ description: 'Bytes' }) sizeBytes: number;
}

export class DeletedTrack {
  @IdField('track') id: string;
  @Sha256Field({ nullable: true, description: 'Of the original; null where it never was whole' })
  sha256: string | null;
  @IntField({ nullable: true, description: 'Bytes of the original; null where it never was whole' })
  sizeBytes: number | null;
  @NestedListField(() => DeletedObject, FROM_VERSION_2) objects?: DeletedObject[];
}

export class ReceiptSignature implements Signature {
  @EnumField(['EdDSA']) alg: 'EdDSA';
  @StringField({
    description: 'Names the key in /.well-known/capture-keys.json',
    example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  })
  kid: string;
  @StringField({ description: 'base64url, over the RFC 8785 form of the receipt without `signature`' })
  value: string;
}

/** Signed statement of what was deleted, when, why and by whom: ids, sizes and digests, and nothing about people. */
export class DeletionReceipt {
  @IntField({ min: 1, example: 2 }) receiptVersion: number;
  @IdField('deletionReceipt', FROM_VERSION_2) id?: string;
  @IdField('organization') organizationId: string;
  @IdField('recording') recordingId: string;
  @IdField('session', { ...FROM_VERSION_2, nullable: true }) sessionId?: string | null;
  @IdField('captureRequest', { ...FROM_VERSION_2, nullable: true }) captureRequestId?: string | null;
  @IdField('submission', { ...FROM_VERSION_2, nullable: true }) submissionId?: string | null;
  @EnumField(DELETION_REASONS, DELETION_REASON) reason: DeletionReason;
  @TimestampField() deletedAt: string;
  @StringField({
    optional: true,
    nullable: true,
    example: 'key_01jdz3v0m5e8ksz1a2b3c4d5e6',
    description:
      'Id of the key or member who asked; null where nobody did. Absent from receipts of version 1',
  })
  deletedBy?: string | null;
  @NestedListField(() => DeletedTrack) tracks: DeletedTrack[];
  @NestedField(() => ReceiptSignature) signature: ReceiptSignature;
}
