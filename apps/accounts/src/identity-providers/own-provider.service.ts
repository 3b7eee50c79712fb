import { Injectable } from '@nestjs/common';
import { AppError, invalidField, type ForwardedCall, type MemberPrincipal } from '@capture/contracts';
import { sentFields } from '@capture/outbox';
import { Database } from '@capture/persistence';
import { MailDomainRepository } from '../mail-domains/mail-domain.repository.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { SignInRepository } from '../sign-in/sign-in.repository.js';
import { ClientSecrets } from './client-secrets.js';
import { ProviderChanges, type ProviderSettings } from './provider-changes.js';
import { ProviderClient } from './provider-client.js';
import {
  toIdentityProvider,
  type ChangeOwnIdentityProviderDto,
  type IdentityProviderDto,
  type SetOwnIdentityProviderDto,
} from './provider.dto.js';
import type { IdentityProvider } from './provider.model.js';
import { ProviderRepository } from './provider.repository.js';

type OwnSettings = Omit<ProviderSettings, 'sealedSecret'> & Pick<SetOwnIdentityProviderDto, 'clientSecret'>;

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
    settings: SetOwnIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    const { organizationId } = member;
    await this.changes.requireReachable(settings.issuer);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      return this.replace(call, member, await this.providers.find(organizationId), settings);
    });
  }

  /** What is left out stays as it is. @throws AppError `not_found`, or as `set` */
  async change(
    call: ForwardedCall,
    member: MemberPrincipal,
    body: ChangeOwnIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    const { organizationId } = member;
    if (body.issuer !== undefined) await this.changes.requireReachable(body.issuer);
    return this.database.run(async () => {
      await this.organizations.lock(organizationId);
      const before = await this.changes.require(organizationId);
      // Owners are mailed of changes, and this is none.
      if (sentFields(body).length === 0) return toIdentityProvider(before, this.client.redirectUri);
      return this.replace(call, member, before, withChanges(before, body));
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

  private async replace(
    call: ForwardedCall,
    member: MemberPrincipal,
    before: IdentityProvider | undefined,
    { clientSecret, ...settings }: OwnSettings,
  ): Promise<IdentityProviderDto> {
    const { organizationId } = member;
    await this.requireDomain(organizationId);
    if (!settings.passwordAllowed) await this.requireEntered(member, settings.issuer);
    if (before && before.issuer !== settings.issuer) await this.requireOtherWay(member);
    const sealedSecret = this.sealed(organizationId, clientSecret) ?? keptSecret(before, settings);
    const provider = await this.changes.set(call, organizationId, { ...settings, sealedSecret });
    return toIdentityProvider(provider, this.client.redirectUri);
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

function withChanges(before: IdentityProvider, body: ChangeOwnIdentityProviderDto): OwnSettings {
  const { newMemberRole = before.newMemberRole } = body;
  return {
    issuer: body.issuer ?? before.issuer,
    clientId: body.clientId ?? before.clientId,
    clientSecret: body.clientSecret ?? null,
    passwordAllowed: body.passwordAllowed ?? before.passwordAllowed,
    asksSecondFactor: body.asksSecondFactor ?? before.asksSecondFactor,
    newMemberRole,
  };
}

/** A secret goes to the issuer that it was set for, and to no other. @throws AppError `invalid_input` */
function keptSecret(
  before: IdentityProvider | undefined,
  { issuer, clientId }: Pick<IdentityProvider, 'issuer' | 'clientId'>,
): string {
  if (before?.issuer === issuer && before.clientId === clientId) return before.sealedSecret;
  throw invalidField('clientSecret', 'required', 'clientSecret is required for another issuer or clientId.');
}
