import { Injectable } from '@nestjs/common';
import type { OrganizationPrincipal } from '@capture/contracts';
import { IdempotentEffect } from '@capture/persistence';
import type { DeliveryDto } from '../deliveries/delivery.dto.js';
import { DeliveryService } from '../deliveries/delivery.service.js';
import { EndpointService } from '../endpoints/endpoint.service.js';
import { EventService } from './event.service.js';

/** Simulated events that an integrator asks for. */
@Injectable()
export class TestEventService {
  constructor(
    private readonly effect: IdempotentEffect,
    private readonly endpoints: EndpointService,
    private readonly deliveries: DeliveryService,
    private readonly events: EventService,
  ) {}

  /** Sends a simulated event through the queue. A URL that an attempt would refuse is refused at once. */
  async send(caller: OrganizationPrincipal, endpointId: string, type: string): Promise<DeliveryDto> {
    const { organizationId } = caller;
    const { url } = await this.endpoints.requireOwn(caller, endpointId);
    await this.endpoints.requireReachable(url);
    return this.effect.commit(async () => {
      await this.deliveries.lockEnabled(caller, endpointId);
      const deliveryId = await this.events.simulate(organizationId, endpointId, type);
      return this.deliveries.read(organizationId, endpointId, deliveryId);
    });
  }
}
