import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { CompletedUpload, CompleteUpload } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { CompletionService } from './completion.service.js';

/** The command with which the services that own takes and session tracks complete an upload. */
@Controller()
export class LandingCommands {
  constructor(private readonly completion: CompletionService) {}

  @CommandHandler('recordings.complete_upload')
  complete(@Payload() payload: CompleteUpload): Promise<CompletedUpload> {
    return this.completion.complete(payload);
  }
}
