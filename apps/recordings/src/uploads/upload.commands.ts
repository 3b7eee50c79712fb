import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type {
  GrantParts,
  OpenedUpload,
  OpenUpload,
  PartGrant,
  UploadRef,
  UploadState,
} from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { UploadService } from './upload.service.js';

/** Commands of the services that own takes and session tracks. */
@Controller()
export class UploadCommands {
  constructor(private readonly uploads: UploadService) {}

  @CommandHandler('recordings.open_upload')
  open(@Payload() payload: OpenUpload): Promise<OpenedUpload> {
    return this.uploads.open(payload);
  }

  @CommandHandler('recordings.upload_state')
  state(@Payload() payload: UploadRef): Promise<UploadState> {
    return this.uploads.state(payload);
  }

  @CommandHandler('recordings.grant_parts')
  grant(@Payload() payload: GrantParts): Promise<PartGrant[]> {
    return this.uploads.grantParts(payload);
  }

  @CommandHandler('recordings.abort_upload')
  abort(@Payload() payload: UploadRef): Promise<null> {
    return this.uploads.abort(payload);
  }
}
