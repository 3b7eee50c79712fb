import {
  NestedListField,
  NextCursorField,
  ObjectField,
  PageQuery,
  StringField,
  TimestampField,
  type Page,
} from '@capture/contracts';
import type { AuditRow } from './audit.repository.js';

/** Entries that are all of what is given. */
export class ListAuditLogQueryDto extends PageQuery {
  @StringField({ optional: true, max: 100, description: 'What was done, such as `key.revoked`' })
  action?: string;
  @StringField({
    optional: true,
    max: 100,
    description: 'Who did it: `operator`, or the id of a member or key',
  })
  actor?: string;

  @StringField({ optional: true, max: 300, description: 'Id or address of what was changed' })
  subject?: string;
  @TimestampField({ optional: true, description: 'Start, inclusive' }) from?: string;
  @TimestampField({ optional: true, description: 'End, exclusive' }) to?: string;
}

export class AuditEntryDto {
  @StringField({ example: '42' }) id: string;
  @TimestampField() at: string;
  @StringField({ description: '`operator`, or the id of a member or key', example: 'operator' })
  actor: string;
  @StringField({
    description:
      "Caller's address; `[elsewhere]` where a person changed what is theirs while signed in to another organization",
    example: '127.0.0.1',
  })
  ip: string;
  @StringField({ example: 'key.revoked' }) action: string;
  @StringField({ description: 'Id or address of what was changed' }) subject: string;
  @ObjectField({ description: 'What changed; never a secret', example: { overlapSec: 86400 } })
  detail: object;
}

export class AuditEntryPageDto implements Page<AuditEntryDto> {
  @NestedListField(() => AuditEntryDto) data: AuditEntryDto[];
  @NextCursorField() nextCursor: string | null;
}

export function toAuditEntry({ id, at, actor, ip, action, subject, detail }: AuditRow): AuditEntryDto {
  return { id, at: at.toISOString(), actor, ip, action, subject, detail };
}
