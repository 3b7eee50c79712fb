import { Injectable } from '@nestjs/common';
import { invalidField, type ForwardedCall } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { domainForm } from '../mail-domains/mail-domain.model.js';
import { MailDomainService } from '../mail-domains/mail-domain.service.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { ClientSecrets } from './client-secrets.js';
import { ProviderChanges } from './provider-changes.js';
import { ProviderClient } from './provider-client.js';
import { toIdentityProvider, type IdentityProviderDto, type SetIdentityProviderDto } from './provider.dto.js';

/** The identity providers of organizations as operators set them, who vouch for the domains. */
@Injectable()
export class ProviderService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly changes: ProviderChanges,
    private readonly domains: MailDomainService,
    private readonly client: ProviderClient,
    private readonly secrets: ClientSecrets,
  ) {}

  /** @throws AppError `not_found` */
  async read(organizationId: string): Promise<IdentityProviderDto> {
    return toIdentityProvider(await this.changes.require(organizationId), this.client.redirectUri);
  }

  /** @throws AppError `invalid_input`, or `conflict` for a domain of another organization. */
  async set(
    call: ForwardedCall,
    organizationId: string,
    { clientSecret, domains: named, ...settings }: SetIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    const domains = domainsOf(named);
    await this.changes.requireReachable(settings.issuer);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.domains.vouch(organizationId, domains);
      const sealedSecret = this.secrets.seal(organizationId, clientSecret);
      const provider = await this.changes.set(call, organizationId, { ...settings, sealedSecret });
      return toIdentityProvider(provider, this.client.redirectUri);
    });
  }

  /** The operator vouches for no domain of the organization any more. @throws AppError `not_found` */
  async remove(call: ForwardedCall, organizationId: string): Promise<void> {
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.changes.remove(call, organizationId);
      await this.domains.vouch(organizationId, []);
    });
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
