import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { SubmissionConsumers } from './submission.consumers.js';
import { SubmissionController } from './submission.controller.js';
import { SubmissionFootageService } from './submission-footage.service.js';
import { SubmissionRepository } from './submission.repository.js';
import { SubmissionService } from './submission.service.js';

@Module({
  imports: [RequestsModule, TakesModule],
  controllers: [SubmissionController, SubmissionConsumers],
  providers: [SubmissionFootageService, SubmissionRepository, SubmissionService],
  exports: [SubmissionFootageService, SubmissionRepository],
})
export class SubmissionsModule {}
