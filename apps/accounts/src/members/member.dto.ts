import {
  EmailField,
  EnumField,
  IdField,
  NestedListField,
  NextCursorField,
  ROLE_NAMES,
  ROLES,
  TimestampField,
  type Page,
  type Role,
  type RoleName,
} from '@capture/contracts';
import type { Member } from './member.model.js';

export class AddMemberDto {
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @EnumField(ROLE_NAMES, {
    optional: true,
    default: 'producer',
    description: '`member` is what producers were called before',
  })
  role: RoleName = 'producer';
}

export class UpdateMemberDto {
  @EnumField(ROLES) role: Role;
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
