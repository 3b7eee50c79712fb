import { Module } from '@nestjs/common';
import { HashingModule } from '../hashing/hashing.module.js';
import { LibraryModule } from '../library/library.module.js';
import { PartsModule } from '../parts/parts.module.js';
import { RenditionsModule } from '../renditions/renditions.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { DeletionCommands } from './deletion.commands.js';
import { DeletionConsumers } from './deletion.consumers.js';
import { DeletionController } from './deletion.controller.js';
import { DeletionJobs } from './deletion.jobs.js';
import { DeletionRepository } from './deletion.repository.js';
import { DeletionService } from './deletion.service.js';
import { RequestedDeletionService } from './requested-deletion.service.js';
import { RowRetentionJobs } from './row-retention.jobs.js';
import { RowRetentionRepository } from './row-retention.repository.js';
import { UploadPurge } from './upload-purge.js';

/** Deletes footage: on command, for its organization, when its retention is over, and the bytes of uploads that have ended. */
@Module({
  imports: [
    HashingModule,
    LibraryModule,
    PartsModule,
    RenditionsModule,
    SigningModule,
    StoreModule,
    TakesModule,
  ],
  controllers: [DeletionCommands, DeletionConsumers, DeletionController],
  providers: [
    DeletionJobs,
    DeletionRepository,
    DeletionService,
    RequestedDeletionService,
    RowRetentionJobs,
    RowRetentionRepository,
    UploadPurge,
  ],
  exports: [DeletionRepository, UploadPurge],
})
export class DeletionModule {}
