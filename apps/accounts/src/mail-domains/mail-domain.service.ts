import { Injectable } from '@nestjs/common';
import { AppError, invalidField, notFound, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { Clock, newToken } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { DomainRecords } from './domain-records.js';
import { toMailDomain, type MailDomainDto, type MailDomainListDto } from './mail-domain.dto.js';
import {
  checkedAgain,
  domainForm,
  explained,
  MOST_DOMAINS,
  newMailDomain,
  seen,
  statusOf,
  vouchedFor,
  type MailDomain,
} from './mail-domain.model.js';
import { MailDomainRepository } from './mail-domain.repository.js';
import { OwnerNews } from './owner-news.js';

/** The domains of mail of organizations: named, proven by a record in DNS or by the operator's word, and given up (ADR 64). */
@Injectable()
export class MailDomainService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly domains: MailDomainRepository,
    private readonly records: DomainRecords,
    private readonly news: OwnerNews,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  async list(organizationId: string): Promise<MailDomainListDto> {
    await this.organizations.get(organizationId);
    const now = this.clock.now();
    return { data: (await this.domains.of(organizationId)).map((row) => toMailDomain(row, now)) };
  }

  /** @throws AppError `invalid_input`, or `conflict` where there are too many */
  add(call: ForwardedCall, organizationId: string, text: string): Promise<MailDomainDto> {
    const domain = domainForm(text);
    if (domain === undefined)
      throw invalidField('domain', 'format', 'domain must be a domain of e-mail addresses.');
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const now = this.clock.now();
      const all = await this.domains.of(organizationId);
      const known = all.find((each) => each.domain === domain);
      if (known) return toMailDomain(known, now);
      if (all.length >= MOST_DOMAINS)
        throw new AppError('conflict', `There are ${MOST_DOMAINS} domains already; remove one first.`);
      const added = newMailDomain({ organizationId, domain, token: newToken() }, now);
      await this.domains.save(added);
      await this.record(call, added, 'mail_domain.added');
      return toMailDomain(added, now);
    });
  }

  /**
   * Asks DNS outside of a transaction.
   * @throws AppError `not_found`, `domain_not_proven`, or `conflict` for a domain that another organization holds
   */
  async verify(call: ForwardedCall, organizationId: string, text: string): Promise<MailDomainDto> {
    const wanted = await this.require(organizationId, text);
    const found = await this.records.find(wanted);
    if (found.outcome !== 'record') throw new AppError('domain_not_proven', explained(wanted, found));
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const before = await this.require(organizationId, text);
      // Given up and named again meanwhile: that record has another value.
      if (before.token !== wanted.token) throw notFound('domain');
      const proven = seen(before, this.clock.now());
      await this.domains.save(proven);
      if (before.provenAt === null) {
        await this.domains.applyToProvider(organizationId);
        await this.record(call, proven, 'mail_domain.proven');
        await this.news.tell(organizationId, { what: 'domain_proven', about: proven.domain });
      }
      return toMailDomain(proven, this.clock.now());
    });
  }

  /** @throws AppError `not_found`, or `conflict` for the last domain of an organization that takes no passwords */
  remove(call: ForwardedCall, organizationId: string, text: string): Promise<void> {
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const domain = await this.require(organizationId, text);
      const others = (await this.domains.of(organizationId)).filter((each) => each.domain !== domain.domain);
      const isLast = domain.heldDomain !== null && others.every(({ heldDomain }) => heldDomain === null);
      if (isLast && (await this.domains.isOnlyWay(organizationId)))
        throw new AppError(
          'conflict',
          'Members sign in at the identity provider alone, and this is its last domain. Allow passwords first.',
        );
      await this.domains.delete(organizationId, domain.domain);
      await this.domains.applyToProvider(organizationId);
      await this.record(call, domain, 'mail_domain.removed');
    });
  }

  /**
   * The operator vouches for these domains of the organization and for no other. Called in a transaction that has locked it.
   * @param domains in their one form
   * @throws AppError `conflict` for a domain of another organization
   */
  async vouch(organizationId: string, domains: readonly string[]): Promise<void> {
    const known = new Map((await this.domains.of(organizationId)).map((each) => [each.domain, each]));
    const now = this.clock.now();
    for (const domain of domains) {
      const row = known.get(domain) ?? newMailDomain({ organizationId, domain, token: newToken() }, now);
      known.delete(domain);
      await this.domains.save(vouchedFor(row, true));
    }
    for (const row of known.values()) {
      if (!row.vouched) continue;
      const left = vouchedFor(row, false);
      if (left.heldDomain === null) await this.domains.delete(organizationId, row.domain);
      else await this.domains.save(left);
    }
  }

  /** Looks a proven domain up again, and tells owners once when its record is gone. Called for its organization. */
  async checkAgain(claimed: Pick<MailDomain, 'organizationId' | 'domain' | 'token'>): Promise<void> {
    const { organizationId } = claimed;
    const found = await this.records.find(claimed);
    await this.database.run(async () => {
      await this.organizations.lockAlsoClosed(organizationId);
      const before = await this.domains.find(organizationId, claimed.domain);
      if (before?.token !== claimed.token || before.provenAt === null) return;
      const after = checkedAgain(before, found, this.clock.now());
      await this.domains.save(after);
      if (before.missingSince !== null || after.missingSince === null) return;
      await this.news.tell(organizationId, { what: 'domain_missing', about: after.domain });
    });
  }

  /** Whether a new identity with an address in this domain may be tied to a member. Called for the organization. */
  async tiesNew(organizationId: string, domain: string): Promise<boolean> {
    const row = await this.domains.find(organizationId, domain);
    // Of a domain that only a process of the former release knows, the operator said that it is the organization's.
    return row === undefined || statusOf(row, this.clock.now()) !== 'lapsed';
  }

  private async require(organizationId: string, text: string): Promise<MailDomain> {
    const domain = domainForm(text);
    const row = domain === undefined ? undefined : await this.domains.find(organizationId, domain);
    if (!row) throw notFound('domain');
    return row;
  }

  private record(call: ForwardedCall, { organizationId, domain }: MailDomain, action: string): Promise<void> {
    return this.audit.record(call, { organizationId, action, subject: domain });
  }
}
