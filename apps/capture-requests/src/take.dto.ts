import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NestedListField,
  NumberField,
  ObjectField,
  Sha256Field,
  StringField,
  type PartGrant,
} from '@capture/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { TAKE_STATES, type TakeState } from './take.model.js';
import { ONE_LINE } from './text.js';

const CLIENT_ID = { optional: true, max: 100, pattern: ONE_LINE };
const MAX_PARTS = 10_000;
const MANIFEST = {
  description: 'Capture manifest without server section and signature',
  example: { manifestVersion: 1 },
};
const SHA256_EXAMPLE = { example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };

export class OpenTake {
  @StringField({ ...CLIENT_ID, description: 'Id of the caller; opening again under it gives the same take' })
  clientTakeId?: string;
  @StringField({ ...CLIENT_ID, description: 'Random id that tells one person on an open link from another' })
  respondentId?: string;
  @StringField({
    optional: true,
    max: 200,
    pattern: ONE_LINE,
    description: 'Required on an open link',
    example: 'Ada',
  })
  displayName?: string;
  @NumberField({ max: 1_000_000, description: 'Seconds', example: 41.5 }) durationSec: number;
  @IntField({ min: 1, description: 'Bytes', example: 7_340_032 }) sizeBytes: number;
  @StringField({
    max: 200,
    pattern: /^(video|audio)\/[A-Za-z0-9.+-]+(;\P{Cc}*)?$/u,
    example: 'video/mp4;codecs=avc1,opus',
  })
  contentType: string;
  @Sha256Field({ ...SHA256_EXAMPLE, optional: true, description: 'Of the whole file, where known' })
  sha256?: string;
  @BooleanField({ description: 'The person accepted the release that was displayed' })
  releaseAccepted: boolean;
  @StringField({
    optional: true,
    max: 20,
    description: 'Wording that was displayed; required when a release is',
    example: 'v1',
  })
  releaseVersion?: string;
  @ObjectField(MANIFEST) manifest: Record<string, unknown>;
}

export class OpenedTakeDto {
  @IdField('take') takeId: string;
  @IntField({ description: 'Every part but the last has exactly this many bytes' }) partSize: number;
}

export class TakeDto extends OpenedTakeDto {
  @EnumField(TAKE_STATES) state: TakeState;
  @ApiProperty({ type: [Number], description: 'Numbers of the parts on stable storage, from 1' })
  storedParts: number[];
  @IdField('submission', { nullable: true }) submissionId: string | null;
}

export class PartDigestInput {
  @IntField({ min: 1, max: MAX_PARTS, description: 'From 1' }) number: number;
  @Sha256Field(SHA256_EXAMPLE) sha256: string;
}

export class PartClaimInput extends PartDigestInput {
  @IntField({ min: 1, description: 'Bytes' }) size: number;
}

export class GrantParts {
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

export class CompleteTake {
  @NestedListField(() => PartDigestInput, { minItems: 1, maxItems: MAX_PARTS }) parts: PartDigestInput[];
  @Sha256Field({ ...SHA256_EXAMPLE, optional: true, description: 'RFC 6962 root over the parts, in order' })
  merkleRoot?: string;
  @Sha256Field({ ...SHA256_EXAMPLE, optional: true, description: 'Of the whole file, where known' })
  sha256?: string;
  @ObjectField({ ...MANIFEST, optional: true, description: 'Replaces the one given on opening' })
  manifest?: Record<string, unknown>;
}

export class CompletedTakeDto {
  @IdField('submission') submissionId: string;
}
