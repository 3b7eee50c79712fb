import { Module } from '@nestjs/common';
import { DisposalsModule } from '../disposals/disposals.module.js';
import { TakeDisposalService } from './take-disposal.service.js';
import { TakeExpiryRepository } from './take-expiry.repository.js';
import { TakeJobs } from './take.jobs.js';
import { TakeRepository } from './take.repository.js';

@Module({
  imports: [DisposalsModule],
  providers: [TakeDisposalService, TakeExpiryRepository, TakeJobs, TakeRepository],
  exports: [TakeDisposalService, TakeRepository],
})
export class TakesModule {}
