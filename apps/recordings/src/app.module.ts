import { Module } from '@nestjs/common';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { OutboxModule } from '@capture/outbox';
import { RecordingsConfig } from './config.js';
import { DeletionModule } from './deletion/deletion.module.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { PrismaClient } from './generated/prisma/client.js';
import { HashingModule } from './hashing/hashing.module.js';
import { LandingModule } from './landing/landing.module.js';
import { LibraryModule } from './library/library.module.js';
import { MIGRATIONS, SCHEMA } from './migrations.js';
import { OperatorModule } from './operator/operator.module.js';
import { OrganizationDeletionModule } from './organization-deletion/organization-deletion.module.js';
import { PartsModule } from './parts/parts.module.js';
import { streamMedia } from './parts/stream-media.js';
import { TimelineModule } from './timeline/timeline.module.js';
import { PostersModule } from './posters/posters.module.js';
import { PromotionModule } from './promotion/promotion.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { RenditionsModule } from './renditions/renditions.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SigningModule } from './signing/signing.module.js';
import { StoreModule } from './store/store.module.js';
import { TakesModule } from './takes/takes.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The subjects, each after those that it depends on. */
@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    OutboxModule,
    SigningModule,
    StoreModule,
    TakesModule,
    HashingModule,
    LibraryModule,
    PromotionModule,
    PartsModule,
    RenditionsModule,
    TimelineModule,
    DownloadsModule,
    PostersModule,
    RetentionModule,
    DeletionModule,
    ReconciliationModule,
    LandingModule,
    UploadsModule,
    OperatorModule,
    OrganizationDeletionModule,
  ],
})
class RecordingsModule {}

export const recordings: ServiceDefinition<RecordingsConfig> = {
  name: 'recordings',
  config: RecordingsConfig,
  module: RecordingsModule,
  prepare: streamMedia,
};
