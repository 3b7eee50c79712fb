import {
  EnumField,
  IdField,
  IntField,
  NestedListField,
  NextCursorField,
  PageQuery,
  StringField,
  TimestampField,
  TRACK_KINDS,
  type TrackKind,
} from '@capture/contracts';
import { UPLOAD_STATES, type UploadPhaseState } from '../takes/upload.model.js';
import type { UploadRow } from '../takes/upload.repository.js';

export class ListUploadsQueryDto extends PageQuery {
  @EnumField(UPLOAD_STATES, { optional: true, default: 'stranded' }) state: UploadPhaseState = 'stranded';
}

export class OperatorUploadDto {
  @IdField('upload', { example: 'upl_01jdz3v0m5e8ksz1a2b3c4d5e6' }) id: string;
  @IdField('organization') organizationId: string;
  @EnumField(UPLOAD_STATES) state: UploadPhaseState;
  @EnumField(TRACK_KINDS) kind: TrackKind;
  @StringField() contentType: string;
  @IntField({ nullable: true }) sizeBytes: number | null;
  @IdField('captureRequest', { nullable: true }) captureRequestId: string | null;
  @IdField('session', { nullable: true }) sessionId: string | null;
  @TimestampField() createdAt: string;
  @TimestampField() lastActivityAt: string;
  @StringField({ nullable: true, max: 300, description: 'How reading the file last went wrong' })
  failure: string | null;
}

export class OperatorUploadPageDto {
  @NestedListField(() => OperatorUploadDto) data: OperatorUploadDto[];
  @NextCursorField({ kind: 'upload' }) nextCursor: string | null;
}

export function toOperatorUpload(row: UploadRow): OperatorUploadDto {
  const { id, organizationId, state, kind, contentType, sizeBytes, captureRequestId, sessionId, failure } =
    row;
  const times = { createdAt: row.createdAt.toISOString(), lastActivityAt: row.lastActivityAt.toISOString() };
  return {
    id,
    organizationId,
    state,
    kind,
    contentType,
    sizeBytes,
    captureRequestId,
    sessionId,
    ...times,
    failure,
  };
}
