import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { PartsModule } from '../parts/parts.module.js';
import { PromotionModule } from '../promotion/promotion.module.js';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { UploadCommands } from './upload.commands.js';
import { UploadJobs } from './upload.jobs.js';
import { UploadService } from './upload.service.js';

/** Uploads from opening to the last part. */
@Module({
  imports: [DeletionModule, PartsModule, PromotionModule, StoreModule, TakesModule],
  controllers: [UploadCommands],
  providers: [UploadJobs, UploadService],
})
export class UploadsModule {}
