import { Module } from '@nestjs/common';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { OutboxModule } from '@capture/outbox';
import { CompletionModule } from './completion/completion.module.js';
import { CaptureRequestsConfig } from './config.js';
import { ConsentModule } from './consent/consent.module.js';
import { ContactsModule } from './contacts/contacts.module.js';
import { DisposalsModule } from './disposals/disposals.module.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { PrismaClient } from './generated/prisma/client.js';
import { LinksModule } from './links/links.module.js';
import { MIGRATIONS, SCHEMA } from './migrations.js';
import { OrganizationDeletionModule } from './organization-deletion/organization-deletion.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { RespondModule } from './respond/respond.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { TakesModule } from './takes/takes.module.js';

/** Each subject depends only on those above it. */
@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    OutboxModule,
    OrganizationsModule,
    LinksModule,
    DisposalsModule,
    TakesModule,
    RequestsModule,
    ContactsModule,
    SubmissionsModule,
    ConsentModule,
    RespondModule,
    CompletionModule,
    ErasuresModule,
    OrganizationDeletionModule,
  ],
})
class CaptureRequestsModule {}

export const captureRequests: ServiceDefinition<CaptureRequestsConfig> = {
  name: 'capture-requests',
  config: CaptureRequestsConfig,
  module: CaptureRequestsModule,
};
