import { Module } from '@nestjs/common';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { ErasureController } from './erasure.controller.js';
import { ErasureJobs } from './erasure.jobs.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureRun } from './erasure-run.service.js';
import { ErasureService } from './erasure.service.js';
import { RosterErasure } from './roster-erasure.service.js';

@Module({
  imports: [TakesModule, RequestsModule, ContactsModule, SubmissionsModule, ConsentModule],
  controllers: [ErasureController],
  providers: [ErasureJobs, ErasureRepository, ErasureRun, ErasureService, RosterErasure],
})
export class ErasuresModule {}
