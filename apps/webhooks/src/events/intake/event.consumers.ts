import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@capture/contracts';
import type { EventExtras } from '@capture/messaging';
import { EventIntakeService, EVENTS_AT_ONCE } from './event-intake.service.js';

@Controller()
export class EventConsumers {
  constructor(private readonly events: EventIntakeService) {}

  @EventPattern('>', { atOnce: EVENTS_AT_ONCE } satisfies EventExtras)
  onEvent(@Payload() envelope: EventEnvelope): Promise<void> {
    return this.events.publish(envelope);
  }
}
