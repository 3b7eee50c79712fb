import {
  BooleanField,
  EnumField,
  IdField,
  IntField,
  NestedField,
  NestedListField,
  NextCursorField,
  StringField,
  TimestampField,
  type Page,
} from '@capture/contracts';
import type { Submission } from './submission.model.js';

export class ConsentDto {
  @StringField({ max: 20_000, description: 'Release wording exactly as displayed' }) text: string;
  @StringField({ description: '`legacy` marks a backfilled record, which is no evidence', example: 'v1' })
  version: string;
  @TimestampField() acceptedAt: string;
  @StringField({ example: '203.0.113.9' }) ipAddress: string;
  @StringField({ example: 'Ada Okafor' }) subjectName: string;
}

export class SubmissionDto {
  @IdField('submission') id: string;
  @StringField({ example: 'Ada Okafor' }) displayName: string;
  @IdField('recording', { nullable: true, description: 'null once the footage is gone: a normal state' })
  recordingId: string | null;
  @IntField({ description: 'Take length in seconds' }) durationSec: number;
  @BooleanField({ description: 'The take came through the open link' }) viaOpenLink: boolean;
  @NestedField(() => ConsentDto, {
    nullable: true,
    description: 'Frozen at acceptance; null when no release was required',
  })
  consent: ConsentDto | null;
  @TimestampField({
    nullable: true,
    description: 'When the footage was deleted: after its retention, or by a call',
  })
  footageExpiredAt: string | null;
  @TimestampField({ nullable: true, description: 'When the answer that this one replaced was given' })
  previousTakeAt: string | null;
  @IdField('contact', { nullable: true }) contactId: string | null;
  @EnumField(['received']) state: 'received';
  @TimestampField() createdAt: string;
}

export class SubmissionPageDto implements Page<SubmissionDto> {
  @NestedListField(() => SubmissionDto) data: SubmissionDto[];
  @NextCursorField({ description: 'Id of the last item; null on the last page' })
  nextCursor: string | null;
}

export function toSubmissionDto(submission: Submission): SubmissionDto {
  const { consent } = submission;
  return {
    id: submission.id,
    displayName: submission.displayName,
    recordingId: submission.recordingId,
    durationSec: submission.durationSec,
    viaOpenLink: submission.viaOpenLink,
    consent: consent && { ...consent, acceptedAt: consent.acceptedAt.toISOString() },
    footageExpiredAt: submission.footageExpiredAt?.toISOString() ?? null,
    previousTakeAt: submission.previousTakeAt?.toISOString() ?? null,
    contactId: submission.contactId,
    state: 'received',
    createdAt: submission.createdAt.toISOString(),
  };
}
