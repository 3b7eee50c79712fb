import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { DeliveryCountsController } from './delivery-counts.controller.js';
import { DeliveryCountsRepository } from './delivery-counts.repository.js';
import { DeliveryCountsService } from './delivery-counts.service.js';

/** Deliveries over time, for the page of an endpoint. */
@Module({
  imports: [EndpointsModule],
  controllers: [DeliveryCountsController],
  providers: [DeliveryCountsRepository, DeliveryCountsService],
})
export class DeliveryCountsModule {}
