import {
  BooleanField,
  EmailField,
  EnumField,
  IdField,
  NameField,
  NestedListField,
  NextCursorField,
  ROLES,
  StringField,
  TimestampField,
  type Page,
  type Role,
} from '@capture/contracts';
import { ORGANIZATION_NAME } from '../organizations/organization.dto.js';
import { PASSWORD_LENGTH } from '../passwords/password.model.js';
import type { Invitation } from './invitation.model.js';

const EMAIL = { example: 'ada@acme.example' };
const TOKEN = { max: 200, description: 'The `t` of the link', unstored: true };

export class InvitePersonDto {
  @EmailField(EMAIL) email: string;
  @EnumField(ROLES, { description: 'Only owners invite owners' }) role: Role;
}

/** Has no link: only the mail does. */
export class InvitationDto {
  @IdField('invitation') id: string;
  @EmailField(EMAIL) email: string;
  @EnumField(ROLES) role: Role;
  @IdField('member') invitedBy: string;
  @TimestampField() createdAt: string;
  @TimestampField({ description: 'When its last mail was made' }) mailedAt: string;
  @TimestampField({ description: 'From then on the link does not work, and it can be sent again' })
  expiresAt: string;
}

export class InvitationPageDto implements Page<InvitationDto> {
  @NestedListField(() => InvitationDto) data: InvitationDto[];
  @NextCursorField({ kind: 'invitation' }) nextCursor: string | null;
}

export class ReadInvitationDto {
  @StringField(TOKEN) token: string;
}

/** What the person sees who was invited. */
export class OpenedInvitationDto {
  @NameField(ORGANIZATION_NAME) organizationName: string;
  @EmailField(EMAIL) email: string;
  @EnumField(ROLES) role: Role;
  @BooleanField({ description: 'Whether they sign in already; if not, they choose a password now' })
  hasPassword: boolean;
}

export class AcceptInvitationDto {
  @StringField(TOKEN) token: string;
  @NameField({ optional: true, max: 100, description: 'Who has no password yet', example: 'Ada Lovelace' })
  name?: string;

  @StringField({
    ...PASSWORD_LENGTH,
    optional: true,
    description: 'Needed from who has none yet, refused from who has one',
    example: 'correct horse battery staple',
    unstored: true,
  })
  password?: string;
}

export function toInvitation(invitation: Invitation): InvitationDto {
  const { id, email, role, invitedBy, createdAt, mailedAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    mailedAt: mailedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
