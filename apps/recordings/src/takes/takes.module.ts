import { Module } from '@nestjs/common';
import { StoreModule } from '../store/store.module.js';
import { PartRepository } from './part.repository.js';
import { TakeFiles } from './take-files.js';
import { UploadRepository } from './upload.repository.js';

/** The rows of uploads and their parts, and the files that parts add up to. */
@Module({
  imports: [StoreModule],
  providers: [UploadRepository, PartRepository, TakeFiles],
  exports: [UploadRepository, PartRepository, TakeFiles],
})
export class TakesModule {}
