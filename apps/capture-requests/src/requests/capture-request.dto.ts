import {
  BooleanField,
  CLOSED_REASONS,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NextCursorField,
  ObjectField,
  PageQuery,
  RawJson,
  RUNNING_TEXT,
  NameField,
  StringField,
  TimestampField,
  type ClosedReason,
  type Page,
} from '@capture/contracts';
import {
  MAX_DURATION_SEC,
  requestAt,
  STATUSES,
  type CaptureRequest,
  type Changes,
  type Draft,
  type Status,
} from './capture-request.model.js';
import { ReleaseDto, ReleaseInputDto, toReleaseDto } from './release.dto.js';

const TITLE = {
  description: 'Name of the request',
  example: 'Ten years of the night library',
};
const PROMPT = {
  max: 5000,
  pattern: RUNNING_TEXT,
  description: 'The question put to respondents',
  example: 'Which evening do you remember?',
};
const DURATION = { optional: true, ...MAX_DURATION_SEC, description: 'Maximum take length in seconds' };
const METADATA = {
  optional: true,
  verbatim: true,
  description: 'Caller-owned, at most 16 KiB as sent; kept and returned verbatim',
  example: { ticket: 'A-17' },
};
const DEADLINE = {
  optional: true,
  nullable: true,
  description: 'From this instant on the request is closed',
  example: '2030-05-31T16:00:00.000Z',
};
const OPEN_LINK = { optional: true, description: 'true makes the shared link, false revokes it' };
const RELEASE = {
  optional: true,
  description: 'Release shown to respondents; another text is another version',
};
export class CreateCaptureRequestDto {
  @NameField(TITLE) title: string;
  @StringField(PROMPT) prompt: string;
  @EnumField(['draft', 'active'], { optional: true, default: 'draft' }) status?: 'draft' | 'active';
  @IntField(DURATION) maxDurationSec?: number;
  @ObjectField(METADATA) metadata?: object;
  @TimestampField(DEADLINE) deadlineAt?: string | null;
  @NestedField(() => ReleaseInputDto, { ...RELEASE, nullable: true }) release?: ReleaseInputDto | null;
  @BooleanField(OPEN_LINK) openLink?: boolean;
}

/** JSON merge patch: an absent member stays, `null` resets it to its default. */
export class UpdateCaptureRequestDto {
  @NameField({ ...TITLE, optional: true }) title?: string;
  @StringField({ ...PROMPT, optional: true }) prompt?: string;
  @EnumField(['active'], { optional: true, description: 'Launches a draft' }) status?: 'active';
  @IntField({ ...DURATION, nullable: true }) maxDurationSec?: number | null;
  @ObjectField({ ...METADATA, nullable: true, description: `${METADATA.description}; replaced as a whole` })
  metadata?: object | null;
  @TimestampField(DEADLINE) deadlineAt?: string | null;
  @NestedField(() => ReleaseInputDto, { ...RELEASE, nullable: true }) release?: ReleaseInputDto | null;
  @BooleanField({ ...OPEN_LINK, nullable: true }) openLink?: boolean | null;
}

export class ListCaptureRequestsQueryDto extends PageQuery {
  @EnumField(STATUSES, { optional: true, description: 'Only requests of this status' }) status?: Status;

  @StringField({
    optional: true,
    max: 200,
    description:
      'Only requests whose title has this text in it, in small or capital letters. A page may have fewer than `limit` then, and go on all the same',
    example: 'interview',
  })
  title?: string;
}

export class OpenLinkDto {
  @StringField({
    optional: true,
    format: 'uri',
    description:
      'Open link, whose `k` is the key. A capability: shown only to keys that hold capture_requests:write',
    example: 'http://localhost:8080/o/cmp_01kaj3q9s0f0a8w9n1m5c7x2b4?k=…',
  })
  url?: string;
  @IdField('campaign') campaignId: string;
}

export class CaptureRequestCountsDto {
  @IntField() contacts: number;
  @IntField() submissions: number;
}

export class CaptureRequestDto {
  @IdField('captureRequest') id: string;
  @NameField(TITLE) title: string;
  @StringField(PROMPT) prompt: string;
  @EnumField(STATUSES) status: Status;
  @IntField({ ...MAX_DURATION_SEC, description: 'Maximum take length in seconds' }) maxDurationSec: number;
  @ObjectField({ description: 'As the caller sent it', example: { ticket: 'A-17' } }) metadata: RawJson;
  @TimestampField({ nullable: true }) deadlineAt: string | null;
  @IntField({ description: "Roster ceiling of the organization's plan" }) maxContacts: number;
  @NestedField(() => ReleaseDto) release: ReleaseDto;
  @NestedField(() => OpenLinkDto, { nullable: true }) openLink: OpenLinkDto | null;
  @TimestampField() createdAt: string;
  @TimestampField() updatedAt: string;
  @TimestampField({ nullable: true }) launchedAt: string | null;
  @TimestampField({ nullable: true }) closedAt: string | null;
  @EnumField(CLOSED_REASONS, { nullable: true }) closedReason: ClosedReason | null;
  @NestedField(() => CaptureRequestCountsDto) counts: CaptureRequestCountsDto;
}

export class CaptureRequestPageDto implements Page<CaptureRequestDto> {
  @NestedListField(() => CaptureRequestDto) data: CaptureRequestDto[];
  @NextCursorField({ description: 'Id of the last item; null on the last page' })
  nextCursor: string | null;
}

/** `metadata` is the member's raw text, because parsing loses key order and large numbers. */
export function toChanges(
  body: CreateCaptureRequestDto | UpdateCaptureRequestDto,
  metadata: string | undefined,
): Changes {
  const { title, prompt, maxDurationSec, deadlineAt, release, openLink } = body;
  const deadline = typeof deadlineAt === 'string' ? new Date(deadlineAt) : deadlineAt;
  return { title, prompt, maxDurationSec, metadata, deadlineAt: deadline, release, openLink };
}

export function toDraft(body: CreateCaptureRequestDto, metadata: string | undefined): Draft {
  return {
    ...toChanges(body, metadata),
    title: body.title,
    prompt: body.prompt,
    status: body.status ?? 'draft',
  };
}

export interface ShownTo {
  now: Date;
  maxContacts: number;
  /** Undefined for who may not share the link. */
  openLinkUrl?: ((campaign: { id: string; version: number }) => string) | undefined;
}

export function toCaptureRequestDto(
  stored: CaptureRequest,
  { now, maxContacts, openLinkUrl }: ShownTo,
): CaptureRequestDto {
  const request = requestAt(stored, now);
  const { release, campaign } = request;
  return {
    id: request.id,
    title: request.title,
    prompt: request.prompt,
    status: request.status,
    maxDurationSec: request.maxDurationSec,
    metadata: new RawJson(request.metadata),
    deadlineAt: request.deadlineAt?.toISOString() ?? null,
    maxContacts,
    release: toReleaseDto(release),
    openLink: campaign?.open
      ? { ...(openLinkUrl && { url: openLinkUrl(campaign) }), campaignId: campaign.id }
      : null,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    launchedAt: request.launchedAt?.toISOString() ?? null,
    closedAt: request.closedAt?.toISOString() ?? null,
    closedReason: request.closedReason,
    counts: { contacts: request.contactCount, submissions: request.submissionCount },
  };
}
