import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { DeletedFootage, DeleteFootage, DeleteRecording } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { DeletionService } from './deletion.service.js';
import { RequestedDeletionService } from './requested-deletion.service.js';

/** Commands of the services whose people delete recordings. */
@Controller()
export class DeletionCommands {
  constructor(
    private readonly deletion: DeletionService,
    private readonly requested: RequestedDeletionService,
  ) {}

  @CommandHandler('recordings.delete')
  delete(@Payload() payload: DeleteRecording): Promise<null> {
    return this.deletion.delete(payload);
  }

  @CommandHandler('recordings.delete_footage')
  deleteFootage(@Payload() payload: DeleteFootage): Promise<DeletedFootage | null> {
    return this.requested.ofSubmission(payload);
  }
}
