import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { CommandReply, CommandPayload } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { SuppressionService } from './suppression.service.js';

@Controller()
export class SuppressionCommands {
  constructor(private readonly suppressions: SuppressionService) {}

  @CommandHandler('accounts.list_suppressed')
  among(
    @Payload() { organizationId, emails }: CommandPayload<'accounts.list_suppressed'>,
  ): Promise<CommandReply<'accounts.list_suppressed'>> {
    return this.suppressions.among(organizationId, emails);
  }
}
