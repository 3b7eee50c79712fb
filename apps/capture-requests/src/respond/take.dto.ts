import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  IntListField,
  ManifestField,
  NumberField,
  ONE_LINE,
  PartSizeHintField,
  RECORDED_TYPE,
  SHA256_EXAMPLE,
  Sha256Field,
  NameField,
  StringField,
} from '@capture/contracts';
import { TAKE_STATES, type TakeState } from '../takes/take.model.js';

const CLIENT_ID = { optional: true, max: 100, pattern: ONE_LINE };

export class OpenTakeDto {
  @StringField({
    ...CLIENT_ID,
    description:
      'Id of the caller for one recording; opening again under it gives the same take, whose name, release and manifest are those of the last call before it is completed. On an open link it is bound to the respondentId, without one to the network of the caller',
  })
  clientTakeId?: string;
  @StringField({ ...CLIENT_ID, description: 'Random id that tells one person on an open link from another' })
  respondentId?: string;
  @NameField({
    optional: true,
    description: 'Required on an open link; on a personal one the name on the roster counts instead',
    example: 'Ada',
  })
  displayName?: string;
  @NumberField({ max: 1_000_000, description: 'Seconds; 0 where the device does not know', example: 41.5 })
  durationSec: number;
  @IntField({
    min: 1,
    description:
      'Bytes; at most 32 MiB and 200 Mbit for each second of durationSec, unless the instance is set otherwise',
    example: 7_340_032,
  })
  sizeBytes: number;
  @StringField({
    max: 200,
    pattern: RECORDED_TYPE,
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
  @PartSizeHintField() partSizeHint?: number;
  @ManifestField() manifest: Record<string, unknown>;
}

export class OpenedTakeDto {
  @IdField('take') takeId: string;
  @IntField({ description: 'Every part but the last has exactly this many bytes' }) partSize: number;
}

export class TakeDto extends OpenedTakeDto {
  @EnumField(TAKE_STATES) state: TakeState;
  @IntListField({ min: 1, description: 'Numbers of the parts on stable storage, from 1' })
  storedParts: number[];
  @IdField('submission', { nullable: true }) submissionId: string | null;
}
