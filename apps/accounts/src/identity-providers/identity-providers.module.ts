import { Module } from '@nestjs/common';
import { AddressGuard, NameResolver } from '@capture/platform';
import { AuditModule } from '../audit/audit.module.js';
import { AccountsConfig, providerAddressRulesOf } from '../config.js';
import { MailDomainsModule } from '../mail-domains/mail-domains.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { ClientSecrets } from './client-secrets.js';
import { OwnProviderController } from './own-provider.controller.js';
import { OwnProviderService } from './own-provider.service.js';
import { ProviderChanges } from './provider-changes.js';
import { ProviderClient } from './provider-client.js';
import { ProviderController } from './provider.controller.js';
import { ProviderHttp } from './provider-http.js';
import { ProviderRepository } from './provider.repository.js';
import { ProviderService } from './provider.service.js';

const guard = (config: AccountsConfig): AddressGuard =>
  new AddressGuard(providerAddressRulesOf(config), new NameResolver(config.CAPTURE_SSO_DNS_SERVERS));

@Module({
  imports: [OrganizationsModule, AuditModule, SignInModule, MailDomainsModule],
  controllers: [ProviderController, OwnProviderController],
  providers: [
    { provide: AddressGuard, useFactory: guard, inject: [AccountsConfig] },
    ProviderService,
    OwnProviderService,
    ProviderChanges,
    ProviderRepository,
    ProviderClient,
    ProviderHttp,
    ClientSecrets,
  ],
  exports: [ProviderRepository, ProviderClient],
})
export class IdentityProvidersModule {}
