import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { EventConsumers } from './intake/event.consumers.js';
import { EventController } from './event.controller.js';
import { EventIntakeService } from './intake/event-intake.service.js';
import { EventJobs } from './event.jobs.js';
import { EventRepository } from './event.repository.js';
import { EventService } from './event.service.js';
import { FactOrderRepository } from './intake/fact-order.repository.js';
import { FactOrderService } from './intake/fact-order.service.js';
import { TestEventController } from './test-event.controller.js';
import { TestEventService } from './test-event.service.js';

/** The log of public events. Each becomes a delivery to every endpoint that subscribed to its type. */
@Module({
  imports: [DeliveriesModule, EndpointsModule],
  controllers: [EventConsumers, EventController, TestEventController],
  providers: [
    EventIntakeService,
    EventJobs,
    EventRepository,
    EventService,
    FactOrderRepository,
    FactOrderService,
    TestEventService,
  ],
})
export class EventsModule {}
