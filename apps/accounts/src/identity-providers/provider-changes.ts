import { Injectable } from '@nestjs/common';
import { AppError, invalidField, type ForwardedCall } from '@capture/contracts';
import { AddressGuard, Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { MailDomainRepository } from '../mail-domains/mail-domain.repository.js';
import { OwnerNews } from '../mail-domains/owner-news.js';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import type { IdentityProvider } from './provider.model.js';
import { ProviderRepository } from './provider.repository.js';

/** What a change of a provider may set; its domains are those that the organization holds. */
export type ProviderSettings = Omit<
  IdentityProvider,
  'organizationId' | 'domains' | 'createdAt' | 'updatedAt'
>;

/** Changes of organizations' providers, with all that follows from one. Called in a transaction that has locked the organization. */
@Injectable()
export class ProviderChanges {
  constructor(
    private readonly providers: ProviderRepository,
    private readonly domains: MailDomainRepository,
    private readonly endings: SignInEndings,
    private readonly guard: AddressGuard,
    private readonly audit: AuditRepository,
    private readonly news: OwnerNews,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks DNS, so it is called before the transaction.
   * @throws AppError `invalid_input`
   */
  async requireReachable(issuer: string): Promise<void> {
    if (!(await this.guard.check(issuer)).allowed)
      throw invalidField('issuer', 'not_allowed', 'issuer must be an https URL that the internet reaches.');
  }

  /** @throws AppError `not_found` */
  async require(organizationId: string): Promise<IdentityProvider> {
    const provider = await this.providers.find(organizationId);
    if (!provider) throw new AppError('not_found', 'This organization has no identity provider.');
    return provider;
  }

  async set(
    call: ForwardedCall,
    organizationId: string,
    settings: ProviderSettings,
  ): Promise<IdentityProvider> {
    const before = await this.providers.find(organizationId);
    const now = this.clock.now();
    await this.providers.save({
      ...settings,
      organizationId,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    });
    await this.domains.applyToProvider(organizationId);
    const provider = await this.require(organizationId);
    await this.endFormer(before, provider);
    const { issuer, clientId, domains, passwordAllowed, asksSecondFactor, newMemberRole } = provider;
    const shown = {
      issuer,
      clientId,
      domains: [...domains],
      passwordAllowed,
      asksSecondFactor,
      newMemberRole,
    };
    await this.record(call, organizationId, { action: 'identity_provider.set', detail: shown });
    await this.news.tell(organizationId, {
      what: before ? 'provider_changed' : 'provider_set',
      about: issuer,
    });
    return provider;
  }

  /** Ends every sign-in that came by it. @throws AppError `not_found` */
  async remove(call: ForwardedCall, organizationId: string): Promise<void> {
    const { issuer } = await this.require(organizationId);
    await this.providers.delete(organizationId);
    await this.endings.endOfOrganization(organizationId, { vouched: true });
    await this.record(call, organizationId, { action: 'identity_provider.removed', detail: { issuer } });
    await this.news.tell(organizationId, { what: 'provider_removed', about: issuer });
  }

  /** Sign-ins that could not be begun any more. Calls by them are refused already; this closes what they hold open. */
  private async endFormer(before: IdentityProvider | undefined, provider: IdentityProvider): Promise<void> {
    const { organizationId, issuer, passwordAllowed } = provider;
    if (before && before.issuer !== issuer)
      await this.endings.endOfOrganization(organizationId, { vouched: true });
    if (!passwordAllowed) await this.endings.endOfOrganization(organizationId, { vouched: false });
  }

  private async record(
    call: ForwardedCall,
    organizationId: string,
    { action, detail }: { action: string; detail: Record<string, string | boolean | string[] | null> },
  ): Promise<void> {
    await this.audit.record(call, { organizationId, action, subject: organizationId, detail });
  }
}
