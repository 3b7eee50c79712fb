import { Module } from '@nestjs/common';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { OutboxModule } from '@capture/outbox';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BrandingModule } from './branding/branding.module.js';
import { AccountsConfig } from './config.js';
import { PrismaClient } from './generated/prisma/client.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { IdentityProvidersModule } from './identity-providers/identity-providers.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { MailDomainsModule } from './mail-domains/mail-domains.module.js';
import { MailModule } from './mail/mail.module.js';
import { MembersModule } from './members/members.module.js';
import { MIGRATIONS, SCHEMA } from './migrations.js';
import { OrganizationDeletionModule } from './organization-deletion/organization-deletion.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { OwnAccountModule } from './own-account/own-account.module.js';
import { PasskeySignInModule } from './passkey-sign-in/passkey-sign-in.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { PasswordLinksModule } from './password-links/password-links.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PlansModule } from './plans/plans.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { ScimModule } from './scim/scim.module.js';
import { ScimTokensModule } from './scim-tokens/scim-tokens.module.js';
import { SecondFactorChangesModule } from './second-factor-changes/second-factor-changes.module.js';
import { SecondFactorsModule } from './second-factors/second-factors.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';
import { SuppressionsModule } from './suppressions/suppressions.module.js';
import { UsageModule } from './usage/usage.module.js';

/** Subjects in the order in which they stand on each other. */
@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    OutboxModule,
    PlansModule,
    AuditModule,
    MailModule,
    OrganizationsModule,
    BrandingModule,
    MembersModule,
    ProvisioningModule,
    ApiKeysModule,
    PasswordsModule,
    SecondFactorsModule,
    PasskeysModule,
    SignInModule,
    MailDomainsModule,
    IdentityProvidersModule,
    SingleSignOnModule,
    PasswordLinksModule,
    InvitationsModule,
    SecondFactorChangesModule,
    PasskeySignInModule,
    OwnAccountModule,
    ScimTokensModule,
    ScimModule,
    SuppressionsModule,
    ErasuresModule,
    UsageModule,
    OrganizationDeletionModule,
  ],
})
class AccountsModule {}

export const accounts: ServiceDefinition<AccountsConfig> = {
  name: 'accounts',
  config: AccountsConfig,
  module: AccountsModule,
};
