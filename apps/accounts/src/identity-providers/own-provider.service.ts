import { Injectable } from '@nestjs/common';
import { AppError, invalidField, type ForwardedCall, type MemberPrincipal } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { MailDomainRepository } from '../mail-domains/mail-domain.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { ClientSecrets } from './client-secrets.js';
import { ProviderChanges } from './provider-changes.js';
import { ProviderClient } from './provider-client.js';
import {
  toIdentityProvider,
  type IdentityProviderDto,
  type SetOwnIdentityProviderDto,
} from './provider.dto.js';
import type { IdentityProvider } from './provider.model.js';
import { ProviderRepository } from './provider.repository.js';

/** The identity provider of an organization as its owners set it, for the domains that it holds (ADR 64). */
@Injectable()
export class OwnProviderService {
  constructor(
    private readonly database: Database,
    private readonly organizations: OrganizationRepository,
    private readonly providers: ProviderRepository,
    private readonly changes: ProviderChanges,
    private readonly domains: MailDomainRepository,
    private readonly signIns: SignInRepository,
    private readonly client: ProviderClient,
    private readonly secrets: ClientSecrets,
  ) {}

  /** @throws AppError `not_found` */
  async read({ organizationId }: MemberPrincipal): Promise<IdentityProviderDto> {
    return toIdentityProvider(await this.changes.require(organizationId), this.client.redirectUri);
  }

  /** @throws AppError `invalid_input`, or `conflict` without a proven domain, or for what would lock the owner out */
  async set(
    call: ForwardedCall,
    member: MemberPrincipal,
    { clientSecret, ...settings }: SetOwnIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    const { organizationId } = member;
    await this.changes.requireReachable(settings.issuer);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.requireDomain(organizationId);
      if (!settings.passwordAllowed) await this.requireEntered(member, settings.issuer);
      const before = await this.providers.find(organizationId);
      if (before && before.issuer !== settings.issuer) await this.requireOtherWay(member);
      const sealedSecret = this.sealed(organizationId, clientSecret) ?? keptSecret(before, settings);
      const provider = await this.changes.set(call, organizationId, { ...settings, sealedSecret });
      return toIdentityProvider(provider, this.client.redirectUri);
    });
  }

  /** The organization holds its domains all the same. @throws AppError `not_found`, or `conflict` as `set` */
  async remove(call: ForwardedCall, member: MemberPrincipal): Promise<void> {
    const { organizationId } = member;
    await this.database.run(async () => {
      await this.organizations.lock(organizationId);
      await this.changes.require(organizationId);
      await this.requireOtherWay(member);
      await this.changes.remove(call, organizationId);
    });
  }

  private async requireDomain(organizationId: string): Promise<void> {
    const domains = await this.domains.of(organizationId);
    if (domains.every(({ heldDomain }) => heldDomain === null))
      throw new AppError('conflict', 'The organization has no proven domain yet. Prove one first.');
  }

  /** Settings that let nobody in would keep out who could correct them. */
  private async requireEntered({ signInId }: MemberPrincipal, issuer: string): Promise<void> {
    if ((await this.signIns.issuerOf(signInId)) === issuer) return;
    throw new AppError(
      'conflict',
      'Sign in at this identity provider yourself first: passwords are refused only by who has shown that it works.',
    );
  }

  /** The change ends the sign-ins that the provider vouched for, and who has no other could not come back. */
  private async requireOtherWay({ signInId }: MemberPrincipal): Promise<void> {
    if ((await this.signIns.issuerOf(signInId)) === null) return;
    throw new AppError(
      'conflict',
      'This ends the sign-ins by the identity provider, as yours is. Sign in with your password or a passkey first.',
    );
  }

  private sealed(organizationId: string, secret: string | null): string | undefined {
    return secret === null ? undefined : this.secrets.seal(organizationId, secret);
  }
}

/** A secret goes to the issuer that it was set for, and to no other. @throws AppError `invalid_input` */
function keptSecret(
  before: IdentityProvider | undefined,
  { issuer, clientId }: Pick<IdentityProvider, 'issuer' | 'clientId'>,
): string {
  if (before?.issuer === issuer && before.clientId === clientId) return before.sealedSecret;
  throw invalidField('clientSecret', 'required', 'clientSecret is required for another issuer or clientId.');
}
