import {
  EnumField,
  IdField,
  IntField,
  NestedListField,
  PageQuery,
  StringField,
  TimestampField,
  TRACK_KINDS,
  type TrackKind,
} from '@capture/contracts';
import type { UploadPhaseState } from './upload.model.js';
import type { UploadRow } from './upload.repository.js';

const STATES = ['open', 'stranded', 'completed', 'aborted', 'removed'] as const;

export class ListUploadsQuery extends PageQuery {
  @EnumField(STATES, { optional: true, default: 'stranded' }) state: UploadPhaseState = 'stranded';
}

export class OperatorUploadDto {
  @IdField('upload', { example: 'upl_01jdz3v0m5e8ksz1a2b3c4d5e6' }) id: string;
  @IdField('organization') organizationId: string;
  @EnumField(STATES) state: UploadPhaseState;
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @StringField() contentType: string;
  @IntField({ nullable: true }) sizeBytes: number | null;
  @IdField('captureRequest', { nullable: true }) captureRequestId: string | null;
  @IdField('session', { nullable: true }) sessionId: string | null;
  @TimestampField() createdAt: string;
  @TimestampField() lastActivityAt: string;
}

export class OperatorUploadPage {
  @NestedListField(() => OperatorUploadDto) data: OperatorUploadDto[];
  @IdField('upload', { nullable: true }) nextCursor: string | null;
}

export function toOperatorUpload(row: UploadRow): OperatorUploadDto {
  const { id, organizationId, state, kind, contentType, sizeBytes, captureRequestId, sessionId } = row;
  const times = { createdAt: row.createdAt.toISOString(), lastActivityAt: row.lastActivityAt.toISOString() };
  return { id, organizationId, state, kind, contentType, sizeBytes, captureRequestId, sessionId, ...times };
}
