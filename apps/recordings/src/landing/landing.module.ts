import { Module } from '@nestjs/common';
import { HashingModule } from '../hashing/hashing.module.js';
import { LibraryModule } from '../library/library.module.js';
import { PartsModule } from '../parts/parts.module.js';
import { PromotionModule } from '../promotion/promotion.module.js';
import { SigningModule } from '../signing/signing.module.js';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { CompletionService } from './completion.service.js';
import { LandingFile } from './landing-file.js';
import { LandingCommands } from './landing.commands.js';
import { ProcessingJobs } from './processing.jobs.js';
import { ProcessingRepository } from './processing.repository.js';
import { ProcessingService } from './processing.service.js';

/** Turns completed uploads into tracks. */
@Module({
  imports: [
    HashingModule,
    LibraryModule,
    PartsModule,
    PromotionModule,
    SigningModule,
    StoreModule,
    TakesModule,
  ],
  controllers: [LandingCommands],
  providers: [CompletionService, LandingFile, ProcessingJobs, ProcessingRepository, ProcessingService],
  exports: [ProcessingRepository, ProcessingService],
})
export class LandingModule {}
