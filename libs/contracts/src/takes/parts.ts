import { NestedListField, ObjectField } from '../fields/composites.js';
import { BooleanField, IntField, Sha256Field, StringField } from '../fields/values.js';
import type { PartGrant } from '../commands/recordings.commands.js';

// The part protocol as bodies and answers: the same for takes and for tracks of sessions.

const MIB = 1024 * 1024;
const MAX_PARTS = 10_000;
export const SHA256_EXAMPLE = {
  example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** Bytes that a client would like its parts to have; see `OpenUpload.partSizeHint`. */
export function PartSizeHintField(): PropertyDecorator {
  return IntField({
    optional: true,
    min: MIB,
    max: 32 * MIB,
    example: 2 * MIB,
    description:
      'Bytes that a part should have, about what the network carries in four seconds; rounded down to a power of two. ' +
      'Without it, parts have 8 MiB. Opening again with another hint changes the size as long as no part is stored.',
  });
}

class PartDigestInput {
  @IntField({ min: 1, max: MAX_PARTS, description: 'From 1' }) number: number;
  @Sha256Field(SHA256_EXAMPLE) sha256: string;
}

class PartClaimInput extends PartDigestInput {
  @IntField({ min: 1, description: 'Bytes' }) size: number;
}

/** Parts that a client wants to send. */
export class PartClaims {
  @NestedListField(() => PartClaimInput, { minItems: 1, maxItems: 100 }) parts: PartClaimInput[];
}

class PartGrantDto {
  @IntField({ min: 1 }) number: number;
  @BooleanField({ optional: true, description: 'The part is there already; nothing to send' }) stored?: true;
  @StringField({ optional: true, example: 'PUT' }) method?: 'PUT';
  @StringField({
    optional: true,
    max: 4000,
    description: 'Where the bytes go: to us, or to the object store itself, which refuses any other bytes',
  })
  url?: string;
  @ObjectField({ optional: true, description: 'All of them go with the bytes' }) headers?: Record<
    string,
    string
  >;
  @StringField({ optional: true, format: 'date-time' }) expiresAt?: string;
}

export class PartGrantsDto {
  @NestedListField(() => PartGrantDto) data: PartGrant[];
}

/** Digests that a client sends to complete a file. */
export class UploadDigests {
  @NestedListField(() => PartDigestInput, { minItems: 1, maxItems: MAX_PARTS }) parts: PartDigestInput[];
  @Sha256Field({ ...SHA256_EXAMPLE, optional: true, description: 'RFC 6962 root over the parts, in order' })
  merkleRoot?: string;
  @Sha256Field({ ...SHA256_EXAMPLE, optional: true, description: 'Of the whole file, where known' })
  sha256?: string;
}
