import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { AuditConsumers } from './audit.consumers.js';
import { AuditController } from './audit.controller.js';
import { AuditLog } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { AccountsConfig } from './config.js';
import { CredentialConsumers } from './credential.consumers.js';
import { KeyUse } from './credential.jobs.js';
import { CredentialRepository } from './credential.repository.js';
import { CredentialService } from './credential.service.js';
import { PrismaClient } from './generated/prisma/client.js';
import { KeyController } from './key.controller.js';
import { KeyRepository } from './key.repository.js';
import { KeyService } from './key.service.js';
import { MemberController } from './member.controller.js';
import { MemberRepository } from './member.repository.js';
import { MemberService } from './member.service.js';
import { OrganizationController } from './organization.controller.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationService } from './organization.service.js';
import { PasswordController } from './password.controller.js';
import { PasswordHasher } from './password.hasher.js';
import { PasswordLinkRepository } from './password-link.repository.js';
import { PasswordService } from './password.service.js';
import { PersonRepository } from './person.repository.js';
import { PlanRepository } from './plan.repository.js';
import { SignInFailures } from './sign-in-failure.repository.js';
import { SignInConsumers } from './sign-in.consumers.js';
import { SignInController } from './sign-in.controller.js';
import { SignInCleaning } from './sign-in.jobs.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInService } from './sign-in.service.js';
import { SuppressionConsumers } from './suppression.consumers.js';
import { SuppressionController } from './suppression.controller.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';
import { UsageConsumers } from './usage.consumers.js';
import { UsageController } from './usage.controller.js';
import { UsageRepository } from './usage.repository.js';
import { UsageService } from './usage.service.js';

export const SCHEMA = 'accounts';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [
    OrganizationController,
    MemberController,
    KeyController,
    SuppressionController,
    AuditConsumers,
    AuditController,
    UsageController,
    CredentialConsumers,
    SuppressionConsumers,
    UsageConsumers,
    SignInController,
    SignInConsumers,
    PasswordController,
  ],
  providers: [
    OrganizationService,
    OrganizationRepository,
    MemberService,
    MemberRepository,
    KeyService,
    KeyRepository,
    CredentialService,
    CredentialRepository,
    KeyUse,
    SuppressionService,
    SuppressionRepository,
    UsageService,
    UsageRepository,
    AuditService,
    AuditLog,
    PlanRepository,
    SignInService,
    SignInRepository,
    SignInFailures,
    SignInCleaning,
    PasswordService,
    PasswordLinkRepository,
    PasswordHasher,
    PersonRepository,
  ],
})
class AccountsModule {}

export const accounts: ServiceDefinition<AccountsConfig> = {
  name: 'accounts',
  config: AccountsConfig,
  module: AccountsModule,
};
