import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandAnswer, CommandPayload } from '@capture/contracts';
import { SuppressionService } from './suppression.service.js';

@Controller()
export class SuppressionCommands {
  constructor(private readonly suppressions: SuppressionService) {}

  @MessagePattern('accounts.list_suppressed')
  among(
    @Payload() { organizationId, emails }: CommandPayload<'accounts.list_suppressed'>,
  ): Promise<CommandAnswer<'accounts.list_suppressed'>> {
    return this.suppressions.among(organizationId, emails);
  }
}
