import {
  EmailField,
  EnumField,
  IdField,
  NestedField,
  NestedListField,
  roleOf,
  ROLES,
  StringField,
  TimestampField,
  type Role,
} from '@capture/contracts';
import type { Membership } from './sign-in.repository.js';

const NAME = { max: 200, example: 'Acme Research' };

export const SESSION = {
  optional: true,
  description:
    'The room to host, where `organizationId` is left out: the sign-in is for its organization, and 404 where the person is no member of it',
} as const;

export class SignInDto {
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @StringField({ max: 1000, example: 'correct horse battery staple', unstored: true }) password: string;
  @IdField('organization', {
    optional: true,
    description: 'Which of their organizations; the one they joined first without it',
  })
  organizationId?: string;
  @IdField('session', SESSION) sessionId?: string;
}

export class SignedInMemberDto {
  @IdField('member') id: string;
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @StringField({ nullable: true, max: 100, example: 'Ada Lovelace' }) name: string | null;
  @EnumField(ROLES) role: Role;
}

export class OrganizationNameDto {
  @IdField('organization') id: string;
  @StringField(NAME) name: string;
}

export class SignedInOrganizationDto extends OrganizationNameDto {
  @StringField({ max: 50, example: 'team' }) plan: string;
}

export class MeDto {
  @NestedField(() => SignedInMemberDto) member: SignedInMemberDto;
  @NestedField(() => SignedInOrganizationDto) organization: SignedInOrganizationDto;
  @NestedListField(() => OrganizationNameDto, {
    description: 'Every organization that this person can sign in to',
  })
  organizations: OrganizationNameDto[];
}

/** Says that the password was right, and that a code is asked for. */
export class SecondFactorRequiredDto {
  @EnumField(['second_factor_required']) status: 'second_factor_required';
  @StringField({ max: 200, description: 'To send with the code; good once' }) challenge: string;
  @TimestampField({ description: 'From then on the sign-in has to begin again' }) expiresAt: string;
}

export const CODE = {
  max: 100,
  description: 'Of the authenticator, or a recovery code; spaces and hyphens do not matter',
  example: '123456',
  unstored: true,
};

export class SecondFactorDto {
  @StringField({ max: 200, description: 'Of the answer to the password', unstored: true }) challenge: string;
  @StringField(CODE) code: string;
}

export function toMe(membership: Membership, all: readonly Membership[]): MeDto {
  const { memberId, email, name, role, organizationId, organizationName, plan } = membership;
  return {
    member: { id: memberId, email, name, role: roleOf(role) },
    organization: { id: organizationId, name: organizationName, plan },
    organizations: all.map((each) => ({ id: each.organizationId, name: each.organizationName })),
  };
}
