import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { DeleteRecording } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { DeletionService } from './deletion.service.js';

/** Commands of the services whose people delete recordings. */
@Controller()
export class DeletionCommands {
  constructor(private readonly deletion: DeletionService) {}

  @CommandHandler('recordings.delete')
  delete(@Payload() payload: DeleteRecording): Promise<null> {
    return this.deletion.delete(payload);
  }
}
