import { Module } from '@nestjs/common';
import { PersistenceModule } from '@capture/persistence';
import type { ServiceDefinition } from '@capture/platform';
import { OutboxModule } from '@capture/outbox';
import { WebhooksConfig } from './config.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { DeliveryCountsModule } from './delivery-counts/delivery-counts.module.js';
import { EndpointsModule } from './endpoints/endpoints.module.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { EventsModule } from './events/events.module.js';
import { PrismaClient } from './generated/prisma/client.js';
import { MIGRATIONS, SCHEMA } from './migrations.js';
import { OrganizationDeletionModule } from './organization-deletion/organization-deletion.module.js';
import { OutboundModule } from './outbound/outbound.module.js';

/** Each subject depends on those above it only. */
@Module({
  imports: [
    PersistenceModule.forService({ client: PrismaClient, schema: SCHEMA, migrations: MIGRATIONS }),
    OutboxModule,
    OutboundModule,
    EndpointsModule,
    DeliveriesModule,
    DeliveryCountsModule,
    EventsModule,
    ErasuresModule,
    OrganizationDeletionModule,
  ],
})
class AppModule {}

export const webhooks: ServiceDefinition<WebhooksConfig> = {
  name: 'webhooks',
  config: WebhooksConfig,
  module: AppModule,
};
