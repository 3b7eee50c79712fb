import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ErasedPerson, ErasePerson } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureCommands {
  constructor(private readonly erasures: ErasureService) {}

  @CommandHandler('webhooks.erase_person')
  erasePerson(@Payload() payload: ErasePerson): Promise<ErasedPerson> {
    return this.erasures.erase(payload);
  }
}
