import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { AccountsConfig } from './config.js';
import { CredentialConsumers } from './credential.consumers.js';
import { KeyUse } from './credential.jobs.js';
import { CredentialRepository } from './credential.repository.js';
import { CredentialService } from './credential.service.js';
import { PrismaClient } from './generated/prisma/client.js';
import { PlanRepository } from './plan.repository.js';

export const SCHEMA = 'accounts';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [CredentialConsumers],
  providers: [CredentialService, CredentialRepository, KeyUse, PlanRepository],
})
export class AccountsModule {}

export const accounts: ServiceDefinition<AccountsConfig> = {
  name: 'accounts',
  config: AccountsConfig,
  module: AccountsModule,
};
