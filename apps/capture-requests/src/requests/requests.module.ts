import { Module } from '@nestjs/common';
import { LinksModule } from '../links/links.module.js';
import { TakesModule } from '../takes/takes.module.js';
import { AllowanceService } from './allowance.service.js';
import { CaptureRequestController } from './capture-request.controller.js';
import { CaptureRequestJobs } from './capture-request.jobs.js';
import { CaptureRequestRepository } from './capture-request.repository.js';
import { CaptureRequestService } from './capture-request.service.js';

@Module({
  imports: [LinksModule, TakesModule],
  controllers: [CaptureRequestController],
  providers: [AllowanceService, CaptureRequestJobs, CaptureRequestRepository, CaptureRequestService],
  exports: [AllowanceService, CaptureRequestRepository, CaptureRequestService],
})
export class RequestsModule {}
