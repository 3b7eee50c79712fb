import {
  EmailField,
  EnumField,
  IdField,
  NestedListField,
  NextCursorField,
  ROLES,
  TimestampField,
  type Page,
  type Role,
} from '@capture/contracts';
import type { Member } from './member.model.js';

export class AddMemberDto {
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @EnumField(ROLES, { optional: true, default: 'member' }) role: Role = 'member';
}

export class MemberDto {
  @IdField('member') id: string;
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @EnumField(ROLES) role: Role;
  @TimestampField() createdAt: string;
  @TimestampField({ nullable: true, description: 'When the person left' }) removedAt: string | null;
}

export class MemberPageDto implements Page<MemberDto> {
  @NestedListField(() => MemberDto) data: MemberDto[];
  @NextCursorField() nextCursor: string | null;
}

export function toMember({ id, email, role, createdAt, removedAt }: Member): MemberDto {
  return { id, email, role, createdAt: createdAt.toISOString(), removedAt: removedAt?.toISOString() ?? null };
}
