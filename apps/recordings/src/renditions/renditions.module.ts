import { Module } from '@nestjs/common';
import { StoreModule } from '../store/store.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { RenditionLeaseRepository } from './rendition-lease.repository.js';
import { RenditionMaker } from './rendition-maker.js';
import { RenditionJobs } from './rendition.jobs.js';
import { RenditionRepository } from './rendition.repository.js';
import { RenditionService } from './rendition.service.js';

/** Makes other files of a take: the seekable copy. */
@Module({
  imports: [StoreModule, TakesModule],
  providers: [RenditionJobs, RenditionLeaseRepository, RenditionMaker, RenditionRepository, RenditionService],
  exports: [RenditionMaker, RenditionRepository, RenditionService],
})
export class RenditionsModule {}
