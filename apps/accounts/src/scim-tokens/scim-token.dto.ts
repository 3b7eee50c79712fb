import { EnumField, IdField, NestedListField, StringField, TimestampField } from '@capture/contracts';
import { NEW_MEMBER_ROLES } from '../identity-providers/provider.model.js';
import type { ScimToken } from './scim-token.model.js';

const NEW_MEMBERS = 'The role of people whom the directory adds without one';

export class CreateScimTokenDto {
  @EnumField(NEW_MEMBER_ROLES, { optional: true, default: 'producer', description: NEW_MEMBERS })
  newMemberRole: (typeof NEW_MEMBER_ROLES)[number] = 'producer';
}

export class ScimTokenDto {
  @IdField('scimToken') id: string;
  @EnumField(NEW_MEMBER_ROLES, { description: NEW_MEMBERS }) newMemberRole: string;
  @TimestampField() createdAt: string;
  @TimestampField({ nullable: true, description: 'To the minute' }) lastUsedAt: string | null;
}

export class ScimTokenListDto {
  @NestedListField(() => ScimTokenDto, { description: 'Two at most, the newest first' })
  data: ScimTokenDto[];
}

export class IssuedScimTokenDto extends ScimTokenDto {
  @StringField({ max: 100, description: 'Is shown in this answer alone', example: 'cap_scim_…' })
  token: string;
  @StringField({
    max: 1000,
    format: 'uri',
    description: 'Where the directory sends its calls',
    example: 'https://capture.acme.example/scim/v2',
  })
  baseUrl: string;
}

export function toScimToken({ id, newMemberRole, createdAt, lastUsedAt }: ScimToken): ScimTokenDto {
  return {
    id,
    newMemberRole,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
