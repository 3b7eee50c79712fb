import { BooleanField, RUNNING_TEXT, StringField } from '@capture/contracts';
import { versionLabel, type Release } from './release.model.js';

const WORDING = {
  max: 20_000,
  pattern: RUNNING_TEXT,
  description: 'Release wording',
  example: 'I agree that the library shows this recording.',
};

export class ReleaseInputDto {
  @BooleanField({ optional: true, nullable: true, description: 'Whether a take needs it accepted' })
  required?: boolean | null;
  @StringField({ ...WORDING, optional: true, nullable: true }) text?: string | null;
}

export class ReleaseDto {
  @BooleanField() required: boolean;
  @StringField({ ...WORDING, nullable: true }) text: string | null;
  @StringField({
    nullable: true,
    example: 'v1',
    description: 'Label of the wording, assigned on each change',
  })
  version: string | null;
}

export function toReleaseDto({ required, text, number }: Release): ReleaseDto {
  return { required, text, version: number === null ? null : versionLabel(number) };
}
