import {
  IdField,
  IntField,
  NestedListField,
  NextCursorField,
  StringField,
  TimestampField,
  type Page,
} from '@capture/contracts';
import type { Invite } from './token.repository.js';

export class InviteDto {
  @IdField('invite') inviteId: string;
  @StringField({ description: 'For guests; it is the whole credential', format: 'uri' }) joinUrl: string;
  @StringField({ description: 'Shown once' }) inviteToken: string;
  @TimestampField() expiresAt: string;
}

/** Without its token, which is shown once. */
export class ListedInviteDto {
  @IdField('invite') id: string;
  @TimestampField() createdAt: string;
  @TimestampField() expiresAt: string;
  @TimestampField({ nullable: true, description: 'When it was revoked, by its route or with the guest' })
  revokedAt: string | null;
  @IntField({ description: 'Guests who came with it' }) guestCount: number;
}

export class InvitePageDto implements Page<ListedInviteDto> {
  @NestedListField(() => ListedInviteDto) data: ListedInviteDto[];
  @NextCursorField({ kind: 'invite' }) nextCursor: string | null;
}

export function toInvite({ id, createdAt, expiresAt, revokedAt, guestCount }: Invite): ListedInviteDto {
  return {
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    guestCount,
  };
}
