import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { DeliveryDto } from '../deliveries/delivery.dto.js';
import { DeliveryService } from '../deliveries/delivery.service.js';
import { EndpointService } from '../endpoints/endpoint.service.js';
import { EventService } from './event.service.js';

/** Pings that an integrator asks for. */
@Injectable()
export class TestEventService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: EndpointService,
    private readonly deliveries: DeliveryService,
    private readonly events: EventService,
  ) {}

  /** Sends a ping through the queue. A URL that an attempt would refuse is refused at once. */
  async send(organizationId: string, endpointId: string): Promise<DeliveryDto> {
    const { url } = await this.endpoints.require(organizationId, endpointId);
    await this.endpoints.requireReachable(url);
    return this.database.run(async () => {
      await this.deliveries.lockEnabled(organizationId, endpointId);
      const deliveryId = await this.events.ping(organizationId, endpointId);
      return this.deliveries.read(organizationId, endpointId, deliveryId);
    });
  }
}
