import {
  AskingOrganizationDto,
  EnumField,
  IdField,
  IntField,
  NestedField,
  StringField,
  TimestampField,
} from '@capture/contracts';
import { STATUSES, type CaptureRequest, type Status } from '../requests/capture-request.model.js';
import { ReleaseDto, toReleaseDto } from '../requests/release.dto.js';

export class TakeLimitsDto {
  @IntField({ description: 'Largest take in bytes' }) maxSizeBytes: number;
  @IntField({ description: 'Usual size of a part in bytes; opening a take says the one that counts' })
  partSizeBytes: number;
}

/** A request as respondents see it: without metadata and roster. */
export class RespondentRequestDto {
  @IdField('captureRequest') id: string;
  @StringField() title: string;
  @StringField({ max: 5000 }) prompt: string;
  @EnumField(STATUSES) status: Status;
  @IntField() maxDurationSec: number;
  @TimestampField({ nullable: true }) deadlineAt: string | null;
  @NestedField(() => ReleaseDto) release: ReleaseDto;
  @NestedField(() => TakeLimitsDto) limits: TakeLimitsDto;
  @NestedField(() => AskingOrganizationDto, {
    nullable: true,
    description: 'Who is asking; null until the organization has changed once since branding came',
  })
  organization: AskingOrganizationDto | null;
}

export function toRespondentRequestDto(
  request: CaptureRequest,
  limits: TakeLimitsDto,
  organization: AskingOrganizationDto | null,
): RespondentRequestDto {
  const { id, title, prompt, status, maxDurationSec, deadlineAt, release } = request;
  return {
    id,
    title,
    prompt,
    status,
    maxDurationSec,
    deadlineAt: deadlineAt?.toISOString() ?? null,
    release: toReleaseDto(release),
    limits,
    organization,
  };
}
