import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MessagingModule } from '@capture/messaging';
import { KeysController, PersistenceModule, SigningKeys } from '@capture/persistence';
import { SigningKey, type ServiceDefinition } from '@capture/platform';
import { CompletionService } from './completion.service.js';
import { RecordingsConfig } from './config.js';
import { DownloadRepository } from './download.repository.js';
import { PrismaClient } from './generated/prisma/client.js';
import { LandingFile } from './landing-file.js';
import { MediaController } from './media.controller.js';
import { MediaLinks } from './media.links.js';
import { MediaService } from './media.service.js';
import { objectStoreProvider, StoreCloser } from './object-store.provider.js';
import { OperatorController } from './operator.controller.js';
import { OperatorService } from './operator.service.js';
import { DirectParts } from './part.direct.js';
import { PartController } from './part.controller.js';
import { PartGrants } from './part.grant.js';
import { PartRepository } from './part.repository.js';
import { PartService } from './part.service.js';
import { PartTransfers } from './part.transfers.js';
import { ProcessingJob } from './processing.jobs.js';
import { ProcessingRepository } from './processing.repository.js';
import { UploadProcessing } from './processing.service.js';
import { RecordingConsumers } from './recording.consumers.js';
import { RecordingController } from './recording.controller.js';
import { RecordingDeletion } from './recording.deletion.js';
import { DeletionRepository } from './recording.deletion.repository.js';
import { RecordingFacts } from './recording.facts.js';
import { RetentionSweepJob } from './recording.jobs.js';
import { RecordingRepository } from './recording.repository.js';
import { RecordingService } from './recording.service.js';
import { RenditionJob } from './rendition.jobs.js';
import { RenditionMaker } from './rendition.maker.js';
import { RenditionRepository } from './rendition.repository.js';
import { RenditionService } from './rendition.service.js';
import { SessionPromotion } from './session-promotion.service.js';
import { SessionRecordings } from './session-recording.service.js';
import { SessionConsumers } from './session.consumers.js';
import { ReconcileJob } from './store.jobs.js';
import { StoreReconciler } from './store.reconciler.js';
import { TakeFiles } from './take-files.js';
import { TrackHealthRepository } from './track-health.repository.js';
import { UploadConsumers } from './upload.consumers.js';
import { UploadSweepJob } from './upload.jobs.js';
import { UploadRedrive } from './upload.redrive.js';
import { UploadRepository } from './upload.repository.js';
import { UploadService } from './upload.service.js';
import { UploadSweep } from './upload.sweep.js';

export const SCHEMA = 'recordings';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [
    KeysController,
    MediaController,
    OperatorController,
    PartController,
    RecordingConsumers,
    RecordingController,
    SessionConsumers,
    UploadConsumers,
  ],
  providers: [
    CompletionService,
    DeletionRepository,
    DirectParts,
    DownloadRepository,
    LandingFile,
    MediaLinks,
    MediaService,
    objectStoreProvider,
    OperatorService,
    PartGrants,
    PartRepository,
    PartService,
    PartTransfers,
    ProcessingJob,
    ProcessingRepository,
    ReconcileJob,
    RecordingDeletion,
    RecordingFacts,
    RecordingRepository,
    RecordingService,
    RenditionJob,
    RenditionMaker,
    RenditionRepository,
    RenditionService,
    RetentionSweepJob,
    SessionPromotion,
    SessionRecordings,
    {
      provide: SigningKey,
      useFactory: (config: RecordingsConfig) => new SigningKey(config.CAPTURE_SIGNING_KEY),
      inject: [RecordingsConfig],
    },
    SigningKeys,
    StoreCloser,
    StoreReconciler,
    TakeFiles,
    TrackHealthRepository,
    UploadProcessing,
    UploadRedrive,
    UploadRepository,
    UploadService,
    UploadSweep,
    UploadSweepJob,
  ],
})
class RecordingsModule {}

/** Media bodies reach their route as they arrive: nothing is parsed, nothing gathered. */
function streamMedia(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
}

export const recordings: ServiceDefinition<RecordingsConfig> = {
  name: 'recordings',
  config: RecordingsConfig,
  module: RecordingsModule,
  prepare: streamMedia,
};
