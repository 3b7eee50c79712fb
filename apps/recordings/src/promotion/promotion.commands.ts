import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { PromotedSession, PromoteSession } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { PromotionService } from './promotion.service.js';

/** Commands of the sessions service. */
@Controller()
export class PromotionCommands {
  constructor(private readonly promotion: PromotionService) {}

  @CommandHandler('recordings.promote_session')
  promote(@Payload() payload: PromoteSession): Promise<PromotedSession> {
    return this.promotion.promote(payload);
  }
}
