import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { CommandReply, CommandPayload } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { UsageService } from './usage.service.js';

@Controller()
export class UsageCommands {
  constructor(private readonly usage: UsageService) {}

  @CommandHandler('accounts.check_allowance')
  allowance(
    @Payload() { organizationId }: CommandPayload<'accounts.check_allowance'>,
  ): Promise<CommandReply<'accounts.check_allowance'>> {
    return this.usage.allowance(organizationId);
  }
}
