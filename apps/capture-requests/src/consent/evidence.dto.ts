import { EnumField, IdField, IntField, NestedField, Sha256Field, StringField } from '@capture/contracts';
import { ConsentDto } from '../submissions/submission.dto.js';
import type { EvidenceRecord } from './evidence.model.js';
import type { EvidenceRow } from './evidence.repository.js';

export class EvidenceTakeDto {
  @Sha256Field({ description: 'Of the whole file' }) sha256: string;
  @Sha256Field({ description: 'RFC 6962 tree over the SHA-256 of the parts, as in the capture manifest' })
  merkleRoot: string;
  @IntField() sizeBytes: number;
}

export class EvidenceRecordDto {
  @IntField({ example: 1 }) evidenceVersion: number;
  @IdField('organization') organizationId: string;
  @IdField('captureRequest') captureRequestId: string;
  @IdField('submission') submissionId: string;
  @NestedField(() => ConsentDto) consent: ConsentDto;
  @NestedField(() => EvidenceTakeDto) take: EvidenceTakeDto;
  @Sha256Field({ description: "Hash of the organization's record before this one; zeros for the first" })
  previousHash: string;
  @IntField({ min: 1, description: "Counts the organization's records from 1", example: 1 }) sequence: number;
}

export class EvidenceSignatureDto {
  @EnumField(['EdDSA']) alg: 'EdDSA';
  @StringField({
    description: 'Names the key in /.well-known/capture-keys.json',
    example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  })
  kid: string;
  @StringField({ description: 'base64url, over the RFC 8785 form of `record`' }) value: string;
}

export class EvidenceDto {
  @NestedField(() => EvidenceRecordDto) record: EvidenceRecordDto;
  @Sha256Field({ description: 'SHA-256 of the RFC 8785 form of `record`' }) hash: string;
  @NestedField(() => EvidenceSignatureDto) signature: EvidenceSignatureDto;
}

export function toEvidenceDto(record: EvidenceRecord, { hash, kid, signature }: EvidenceRow): EvidenceDto {
  return { record, hash, signature: { alg: 'EdDSA', kid, value: signature } };
}
