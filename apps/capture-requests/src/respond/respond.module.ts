import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { SubmissionsModule } from '../submissions/submissions.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { RespondentController } from './respondent.controller.js';
import { RespondentRepository } from './respondent.repository.js';
import { RespondentService } from './respondent.service.js';
import { TakeController } from './take.controller.js';
import { TakeService } from './take.service.js';

@Module({
  imports: [LinksModule, TakesModule, RequestsModule, SubmissionsModule],
  controllers: [RespondentController, TakeController],
  providers: [RespondentRepository, RespondentService, TakeService],
  exports: [RespondentRepository, RespondentService],
})
export class RespondModule {}
