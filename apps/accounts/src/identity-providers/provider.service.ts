import { Injectable } from '@nestjs/common';
import { AppError, invalidField, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { AddressGuard, Clock } from '@capture/platform';
import { AuditRepository } from '../audit/audit.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { SignInEndings } from '../sign-in/sign-in-endings.js';
import { ClientSecrets } from './client-secrets.js';
import { ProviderClient } from './provider-client.js';
import { toIdentityProvider, type IdentityProviderDto, type SetIdentityProviderDto } from './provider.dto.js';
import { domainForm, type IdentityProvider } from './provider.model.js';
import { ProviderRepository } from './provider.repository.js';

function noProvider(): AppError {
  return new AppError('not_found', 'This organization has no identity provider.');
}

/** The identity providers of organizations, set by operators. */
@Injectable()
export class ProviderService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly providers: ProviderRepository,
    private readonly client: ProviderClient,
    private readonly secrets: ClientSecrets,
    private readonly endings: SignInEndings,
    private readonly guard: AddressGuard,
    private readonly audit: AuditRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` */
  async read(organizationId: string): Promise<IdentityProviderDto> {
    const provider = await this.providers.find(organizationId);
    if (!provider) throw noProvider();
    return toIdentityProvider(provider, this.client.redirectUri);
  }

  /** @throws AppError `invalid_input`, or `conflict` for a domain of another organization. */
  async set(
    call: ForwardedCall,
    organizationId: string,
    body: SetIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    const { clientSecret, ...settings } = body;
    const domains = domainsOf(body.domains);
    if (!(await this.guard.check(body.issuer)).allowed)
      throw invalidField('issuer', 'not_allowed', 'issuer must be an https URL that the internet reaches.');
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const before = await this.providers.find(organizationId);
      await this.requireFree(organizationId, domains);
      const now = this.clock.now();
      const sealedSecret = this.secrets.seal(organizationId, clientSecret);
      const times = { createdAt: before?.createdAt ?? now, updatedAt: now };
      const provider = { ...settings, domains, organizationId, sealedSecret, ...times };
      await this.providers.save(provider);
      await this.endFormer(before, provider);
      const { issuer, clientId, passwordAllowed, asksSecondFactor, newMemberRole } = provider;
      const detail = { issuer, clientId, domains, passwordAllowed, asksSecondFactor, newMemberRole };
      await this.record(call, organizationId, { action: 'identity_provider.set', detail });
      return toIdentityProvider(provider, this.client.redirectUri);
    });
  }

  /** @throws AppError `not_found` */
  async remove(call: ForwardedCall, organizationId: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const before = await this.providers.find(organizationId);
      if (!before) throw noProvider();
      await this.providers.delete(organizationId);
      await this.endings.endOfOrganization(organizationId, { vouched: true });
      const detail = { issuer: before.issuer };
      await this.record(call, organizationId, { action: 'identity_provider.removed', detail });
    });
  }

  /** Sign-ins that could not be begun any more. Calls by them are refused already; this closes what they hold open. */
  private async endFormer(before: IdentityProvider | undefined, provider: IdentityProvider): Promise<void> {
    const { organizationId, issuer, passwordAllowed } = provider;
    if (before && before.issuer !== issuer)
      await this.endings.endOfOrganization(organizationId, { vouched: true });
    if (!passwordAllowed) await this.endings.endOfOrganization(organizationId, { vouched: false });
  }

  /** @throws AppError `conflict`; the primary key refuses what is stored at the same moment. */
  private async requireFree(organizationId: string, domains: readonly string[]): Promise<void> {
    const [taken] = await this.providers.takenDomains(organizationId, domains);
    if (taken === undefined) return;
    throw new AppError('conflict', `The domain ${taken} belongs to another organization.`);
  }

  private async record(
    call: ForwardedCall,
    organizationId: string,
    { action, detail }: { action: string; detail: Record<string, string | boolean | string[] | null> },
  ): Promise<void> {
    await this.audit.record(call, { organizationId, action, subject: organizationId, detail });
  }
}

/** @throws AppError `invalid_input` */
function domainsOf(texts: readonly string[]): string[] {
  const forms = texts.map((text) => {
    const form = domainForm(text);
    if (form === undefined)
      throw invalidField('domains', 'format', 'domains must hold domains of e-mail addresses.');
    return form;
  });
  return [...new Set(forms)].sort();
}
