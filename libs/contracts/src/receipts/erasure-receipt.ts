import { ReceiptSignature } from './deletion-receipt.js';
import { NestedField, NestedListField, ObjectField, StringListField } from '../fields/composites.js';
import { EnumField, IdField, IntField, Sha256Field, StringField, TimestampField } from '../fields/values.js';
import { sha256Hex } from '../sha256.js';

/** The services that keep something of people by their address, in the order in which they are asked to erase it. */
export const ERASING_SERVICES = ['capture-requests', 'webhooks', 'accounts'] as const;
export type ErasingService = (typeof ERASING_SERVICES)[number];

/** A recording that was deleted with the person. */
export class ErasedFootage {
  @IdField('recording') recordingId: string;
  @IdField('submission') submissionId: string;
  @StringField({
    nullable: true,
    description: 'Id of its deletion receipt',
    example: 'rcp_01jdz3v0m5e8ksz1a2b3c4d5e6',
  })
  receiptId: string | null;
  @TimestampField() deletedAt: string;
  @StringListField({ description: 'SHA-256 of every file of it' }) sha256: string[];
}

export class ErasedByService {
  @EnumField(ERASING_SERVICES) service: ErasingService;
  @TimestampField() completedAt: string;
  @ObjectField({ description: 'How many were erased, for each kind of thing', example: { contacts: 1 } })
  counts: Record<string, number>;
}

/** Signed statement that a person was erased: ids, counts and digests. The address is in it as a digest only. */
export class ErasureReceipt {
  @IntField({ min: 1, example: 1 }) receiptVersion: number;
  @IdField('deletionReceipt') id: string;
  @IdField('erasure') erasureId: string;
  @IdField('organization') organizationId: string;
  @Sha256Field({
    description: 'SHA-256 of the id of the erasure, a line feed and the address in its one form',
  })
  addressSha256: string;
  @StringField({ description: 'Id of the member who asked, or `operator`' }) requestedBy: string;
  @TimestampField() requestedAt: string;
  @TimestampField() completedAt: string;
  @NestedListField(() => ErasedByService) services: ErasedByService[];
  @NestedListField(() => ErasedFootage) recordings: ErasedFootage[];
  @NestedField(() => ReceiptSignature) signature: ReceiptSignature;
}

/** How a receipt names an address: whoever knows the address can tell, and two erasures never look alike. */
export function erasedAddressSha256(erasureId: string, email: string): string {
  return sha256Hex(`${erasureId}\n${email}`);
}
