import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { MessagingModule } from '@capture/messaging';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { AddressGuard } from './outbound/address-guard.js';
import { WebhooksConfig } from './config.js';
import { DeliveryController } from './deliveries/delivery.controller.js';
import { DeliveryMetrics } from './deliveries/sending/delivery-metrics.js';
import { DeliveryRepository } from './deliveries/delivery.repository.js';
import { DeliveryService } from './deliveries/delivery.service.js';
import { DeliveryWorker } from './deliveries/sending/delivery-worker.js';
import { EndpointController } from './endpoints/endpoint.controller.js';
import { EndpointDeletionJob } from './deliveries/deleted-endpoint.jobs.js';
import { EndpointDeletionRepository } from './deliveries/deleted-endpoint.repository.js';
import { EndpointRepository } from './endpoints/endpoint.repository.js';
import { EndpointService } from './endpoints/endpoint.service.js';
import { EventConsumers } from './events/event.consumers.js';
import { EventController } from './events/event.controller.js';
import { EventRepository } from './events/event.repository.js';
import { EventService } from './events/event.service.js';
import { PrismaClient } from './generated/prisma/client.js';
import { HousekeepingJobs } from './deliveries/queue/queue.jobs.js';
import { NameResolver } from './outbound/name-resolver.js';
import { OutboundHttp, PinnedHttp } from './outbound/outbound-http.js';
import { QueueRepository } from './deliveries/queue/queue.repository.js';
import { SecretBox } from './endpoints/secret-box.js';
import { Sender } from './deliveries/sending/sender.js';
import { WorkSignal } from './deliveries/queue/work-signal.js';

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
