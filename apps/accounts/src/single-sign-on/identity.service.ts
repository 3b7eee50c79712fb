import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import type { ProvidedIdentity } from '../identity-providers/provider-client.js';
import type { IdentityProvider } from '../identity-providers/provider.model.js';
import { domainOf } from '../mail-domains/mail-domain.model.js';
import { MailDomainService } from '../mail-domains/mail-domain.service.js';
import type { Member } from '../members/member.model.js';
import { MemberRepository } from '../members/member.repository.js';
import { MemberService } from '../members/member.service.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { IdentityRepository } from './identity.repository.js';
import { SingleSignOnRefused } from './single-sign-on.model.js';

/** Finds the member whom a provider vouches for, in its own organization and no other. */
@Injectable()
export class IdentityService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly membership: MemberService,
    private readonly identities: IdentityRepository,
    private readonly domains: MailDomainService,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Whoever was tied to a member by their first sign-in stays that member, whatever address they have by now.
   * @throws SingleSignOnRefused
   */
  memberOf(provider: IdentityProvider, identity: ProvidedIdentity, ip: string): Promise<Member> {
    const { organizationId, issuer } = provider;
    const { subject } = identity;
    const email = addressIn(provider, identity);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const tied = await this.identities.memberOf({ organizationId, issuer, subject });
      if (tied !== undefined) return present(await this.members.find(organizationId, tied));
      if (!(await this.domains.tiesNew(organizationId, domainOf(email))))
        throw new SingleSignOnRefused('domain_lapsed');
      const known = await this.members.find(organizationId, email);
      const member = present(known ?? (await this.join(provider, email, ip)));
      if (await this.identities.isTied(member.id, issuer)) throw new SingleSignOnRefused('other_identity');
      const createdAt = this.clock.now();
      await this.identities.insert({ organizationId, issuer, subject, memberId: member.id, createdAt });
      const fact = { organizationId, action: 'member.identity_tied', subject: member.id, detail: { issuer } };
      await this.audit.record({ actor: member.id, ip }, fact);
      return member;
    });
  }

  /** Never for a former member: who was removed does not come back by signing in. */
  private async join(provider: IdentityProvider, email: string, ip: string): Promise<Member | undefined> {
    const { organizationId, newMemberRole: role } = provider;
    if (role === null) return undefined;
    await this.membership.join(ip, { organizationId, email, role });
    return this.members.find(organizationId, email);
  }
}

/** @throws SingleSignOnRefused for an address that is not verified, or in a domain that the provider does not speak for */
function addressIn({ domains }: IdentityProvider, { email }: ProvidedIdentity): string {
  if (email === undefined) throw new SingleSignOnRefused('address', 'no verified address');
  if (!domains.includes(domainOf(email))) throw new SingleSignOnRefused('address', 'an address elsewhere');
  return email;
}

/** @throws SingleSignOnRefused for nobody, and for who has left */
function present(member: Member | undefined): Member {
  if (member?.removedAt !== null) throw new SingleSignOnRefused('not_a_member');
  return member;
}
