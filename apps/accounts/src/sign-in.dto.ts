import {
  EmailField,
  EnumField,
  IdField,
  NestedField,
  NestedListField,
  ROLES,
  StringField,
  type Role,
} from '@capture/contracts';
import type { Membership } from './sign-in.repository.js';

const NAME = { max: 200, example: 'Acme Research' };

export class SignInBody {
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @StringField({ max: 1000, example: 'correct horse battery staple', unstored: true }) password: string;
  @IdField('organization', {
    optional: true,
    description: 'Which of their organizations; the one they joined first without it',
  })
  organizationId?: string;
}

export class SignedInMember {
  @IdField('member') id: string;
  @EmailField({ example: 'ada@acme.example' }) email: string;
  @EnumField(ROLES) role: Role;
}

export class OrganizationName {
  @IdField('organization') id: string;
  @StringField(NAME) name: string;
}

export class SignedInOrganization extends OrganizationName {
  @StringField({ max: 50, example: 'team' }) plan: string;
}

export class SignedInResponse {
  @NestedField(() => SignedInMember) member: SignedInMember;
  @NestedField(() => SignedInOrganization) organization: SignedInOrganization;
  @NestedListField(() => OrganizationName, {
    description: 'Every organization that this person can sign in to',
  })
  organizations: OrganizationName[];
}

export function toSignedIn(membership: Membership, all: readonly Membership[]): SignedInResponse {
  const { memberId, email, role, organizationId, organizationName, plan } = membership;
  return {
    member: { id: memberId, email, role },
    organization: { id: organizationId, name: organizationName, plan },
    organizations: all.map((each) => ({ id: each.organizationId, name: each.organizationName })),
  };
}
