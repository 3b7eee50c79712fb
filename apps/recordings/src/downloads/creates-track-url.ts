import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiParam } from '@nestjs/swagger';
import { AsksFirst } from '@capture/persistence';
import { ApiErrors } from '@capture/platform';
import { CreateDownloadUrlDto, DownloadUrlDto } from './download.dto.js';

/**
 * What the documents say of a route that creates a short-lived URL of one track. It waits for a copy that is being made, and holds
 * no transaction meanwhile.
 */
export const CreatesTrackUrl = (): MethodDecorator =>
  applyDecorators(
    AsksFirst(),
    ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' }),
    ApiParam({ name: 'trackId', example: 'trk_01jdz3v0m5e8ksz1a2b3c4d5e6' }),
    ApiBody({ type: CreateDownloadUrlDto, required: false }),
    ApiErrors('track_not_ready', 'footage_expired', 'conflict'),
    ApiCreatedResponse({ type: DownloadUrlDto }),
  );
