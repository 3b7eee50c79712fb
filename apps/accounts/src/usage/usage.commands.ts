import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandAnswer, CommandPayload } from '@capture/contracts';
import { UsageService } from './usage.service.js';

@Controller()
export class UsageCommands {
  constructor(private readonly usage: UsageService) {}

  @MessagePattern('accounts.check_allowance')
  allowance(
    @Payload() { organizationId }: CommandPayload<'accounts.check_allowance'>,
  ): Promise<CommandAnswer<'accounts.check_allowance'>> {
    return this.usage.allowance(organizationId);
  }
}
