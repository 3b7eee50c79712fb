import { Injectable } from '@nestjs/common';
import { ProviderRepository } from '../identity-providers/provider.repository.js';
import { domainOf } from '../mail-domains/mail-domain.model.js';
import { MailDomainService } from '../mail-domains/mail-domain.service.js';
import { MailLimits } from '../mail-limits/mail-limits.js';
import type { Member } from '../members/member.model.js';
import { PasswordLinkService } from '../password-links/password-link.service.js';
import { PersonRepository } from '../passwords/person.repository.js';

/** Gives people whom a directory adds a way in where they have none. */
@Injectable()
export class ScimWelcome {
  constructor(
    private readonly providers: ProviderRepository,
    private readonly domains: MailDomainService,
    private readonly limits: MailLimits,
    private readonly people: PersonRepository,
    private readonly links: PasswordLinkService,
  ) {}

  /**
   * Mails a link by which to choose a password to who has none, and whose address leads to no identity provider. Who has one
   * counts like a mail, or what is left of the organization's mails would tell it who has a password elsewhere; for the same
   * reason it is not told that nothing is mailed when there were too many.
   */
  async greet({ organizationId, email }: Member): Promise<void> {
    const provider = await this.providers.find(organizationId);
    const domain = domainOf(email);
    if (provider?.domains.includes(domain) && (await this.domains.tiesNew(organizationId, domain))) return;
    if (!(await this.limits.allows(organizationId, email))) return;
    if ((await this.people.passwordOf(email)) !== undefined) return;
    await this.links.mail(organizationId, email);
  }
}
