import { Module } from '@nestjs/common';
import { OutboundModule } from '../outbound/outbound.module.js';
import { EndpointAnnouncements } from './endpoint-announcements.js';
import { EndpointHealthService } from './endpoint-health.service.js';
import { EndpointController } from './endpoint.controller.js';
import { EndpointJobs } from './endpoint.jobs.js';
import { EndpointRepository } from './endpoint.repository.js';
import { EndpointService } from './endpoint.service.js';
import { SecretBox } from './secret-box.js';

/** Endpoints with their signing secrets and their health. */
@Module({
  imports: [OutboundModule],
  controllers: [EndpointController],
  providers: [
    EndpointAnnouncements,
    EndpointHealthService,
    EndpointJobs,
    EndpointRepository,
    EndpointService,
    SecretBox,
  ],
  exports: [EndpointAnnouncements, EndpointHealthService, EndpointRepository, EndpointService, SecretBox],
})
export class EndpointsModule {}
