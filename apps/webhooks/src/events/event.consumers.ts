import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@capture/contracts';
import { EventService } from './event.service.js';

@Controller()
export class EventConsumers {
  constructor(private readonly events: EventService) {}

  @EventPattern('>')
  onEvent(@Payload() envelope: EventEnvelope): Promise<void> {
    return this.events.publish(envelope);
  }
}
