import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@capture/contracts';
import { ChangeIntakeService } from './change-intake.service.js';

/** Logs the changes that other services announce: they have no audit log of their own. */
@Controller()
export class AuditConsumers {
  constructor(private readonly changes: ChangeIntakeService) {}

  @EventPattern('change.made')
  changeMade(@Payload() envelope: EventEnvelope): Promise<void> {
    return this.changes.keep(envelope);
  }
}
