import { Module } from '@nestjs/common';
import { IdentityProvidersModule } from '../identity-providers/identity-providers.module.js';
import { MailDomainsModule } from '../mail-domains/mail-domains.module.js';
import { MailLimitsModule } from '../mail-limits/mail-limits.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ScimTokensModule } from '../scim-tokens/scim-tokens.module.js';
import { ScimController } from './scim.controller.js';
import { ScimDiscoveryController } from './scim-discovery.controller.js';
import { ScimTokenInterceptor } from './scim-token.interceptor.js';
import { ScimUserRepository } from './scim-user.repository.js';
import { ScimUserService } from './scim-user.service.js';
import { ScimWelcome } from './scim-welcome.js';

@Module({
  imports: [
    OrganizationsModule,
    MembersModule,
    MailDomainsModule,
    MailLimitsModule,
    IdentityProvidersModule,
    PasswordsModule,
    PasswordLinksModule,
    ScimTokensModule,
  ],
  controllers: [ScimController, ScimDiscoveryController],
  providers: [ScimUserService, ScimUserRepository, ScimWelcome, ScimTokenInterceptor],
})
export class ScimModule {}
