import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { AddressGuard } from './address-guard.js';
import { WebhooksConfig } from './config.js';
import { DeliveryController } from './delivery.controller.js';
import { DeliveryMetrics } from './delivery.metrics.js';
import { DeliveryRepository } from './delivery.repository.js';
import { DeliveryService } from './delivery.service.js';
import { DeliveryWorker } from './delivery.worker.js';
import { EndpointController } from './endpoint.controller.js';
import { EndpointDeletionJob } from './endpoint.deletion.jobs.js';
import { EndpointDeletionRepository } from './endpoint.deletion.repository.js';
import { EndpointRepository } from './endpoint.repository.js';
import { EndpointService } from './endpoint.service.js';
import { EventConsumers } from './event.consumers.js';
import { EventController } from './event.controller.js';
import { EventRepository } from './event.repository.js';
import { EventService } from './event.service.js';
import { PrismaClient } from './generated/prisma/client.js';
import { HousekeepingJobs } from './housekeeping.jobs.js';
import { NameResolver } from './name-resolver.js';
import { OutboundHttp, PinnedHttp } from './outbound-http.js';
import { QueueRepository } from './queue.repository.js';
import { SecretBox } from './secret-box.js';
import { Sender } from './sender.js';
import { WorkSignal } from './work-signal.js';

export const SCHEMA = 'webhooks';
export const MIGRATIONS = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    MessagingModule,
  ],
  controllers: [EndpointController, DeliveryController, EventController, EventConsumers],
  providers: [
    AddressGuard,
    DeliveryMetrics,
    DeliveryRepository,
    DeliveryService,
    DeliveryWorker,
    EndpointDeletionJob,
    EndpointDeletionRepository,
    EndpointRepository,
    EndpointService,
    EventRepository,
    EventService,
    HousekeepingJobs,
    NameResolver,
    { provide: OutboundHttp, useClass: PinnedHttp },
    QueueRepository,
    SecretBox,
    Sender,
    WorkSignal,
  ],
})
class WebhooksModule {}

export const webhooks: ServiceDefinition<WebhooksConfig> = {
  name: 'webhooks',
  config: WebhooksConfig,
  module: WebhooksModule,
};
