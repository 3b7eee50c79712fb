import { Module } from '@nestjs/common';
import { ConsentModule } from '../consent/consent.module.js';
import { ContactsModule } from '../contacts/contacts.module.js';
import { DisposalsModule } from '../disposals/disposals.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { RespondModule } from '../respond/respond.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { CompletionController } from './completion.controller.js';
import { CompletionJobs } from './completion.jobs.js';
import { CompletionService } from './completion.service.js';
import { LandingService } from './landing.service.js';

/** From a recorded take to a submission: intent, upload, landing (ADR 8). */
@Module({
  imports: [
    DisposalsModule,
    TakesModule,
    RequestsModule,
    ContactsModule,
    SubmissionsModule,
    ConsentModule,
    RespondModule,
  ],
  controllers: [CompletionController],
  providers: [CompletionJobs, CompletionService, LandingService],
})
export class CompletionModule {}
