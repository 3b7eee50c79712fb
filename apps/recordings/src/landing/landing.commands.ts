import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CompletedUpload, CompleteUpload } from '@capture/contracts';
import { CompletionService } from './completion.service.js';

/** The command with which the services that own takes and session tracks complete an upload. */
@Controller()
export class LandingCommands {
  constructor(private readonly completion: CompletionService) {}

  @MessagePattern('recordings.complete_upload')
  complete(@Payload() payload: CompleteUpload): Promise<CompletedUpload> {
    return this.completion.complete(payload);
  }
}
