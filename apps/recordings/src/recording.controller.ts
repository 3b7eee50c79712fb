import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type ForwardedCall, type KeyPrincipal, type Page } from '@capture/contracts';
import { Call, Key } from '@capture/platform';
import { DownloadUrlBody, DownloadUrlDto, RecordingDto, RecordingPage } from './recording.dto.js';
import { RecordingService } from './recording.service.js';

@ApiTags('recordings')
@ApiBearerAuth()
@Controller('v1/recordings')
export class RecordingController {
  constructor(private readonly recordings: RecordingService) {}

  @Get()
  @ApiOperation({
    operationId: 'listRecordings',
    summary: 'List recordings',
    description: 'Newest first. Scope `recordings:read`.',
  })
  @ApiOkResponse({ type: RecordingPage })
  list(@Key() key: KeyPrincipal, @Query() query: PageQuery): Promise<Page<RecordingDto>> {
    return this.recordings.list(key.organizationId, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getRecording',
    summary: 'Read a recording',
    description: 'With its tracks and their signed capture manifests. Scope `recordings:read`.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ type: RecordingDto })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<RecordingDto> {
    return this.recordings.read(key.organizationId, id);
  }

  @Post(':id/tracks/:trackId/download-url')
  @ApiOperation({
    operationId: 'mintDownloadUrl',
    summary: 'Mint a download URL',
    description:
      'A short-lived URL of the original file, or of a copy that players can seek in (`rendition: seekable`). The copy is ' +
      'made once, when it is first asked for; the call waits some seconds for it and answers 409 `track_not_ready` while it ' +
      'is still being made, 409 `conflict` when the file does not allow it. Scope `recordings:download`; a test key is refused.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiParam({ name: 'trackId', example: 'trk_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiBody({ type: DownloadUrlBody, required: false })
  @ApiCreatedResponse({ type: DownloadUrlDto })
  mintDownload(
    @Key() key: KeyPrincipal,
    @Call() call: ForwardedCall,
    @Param('id') id: string,
    @Param('trackId') trackId: string,
    @Body() body: DownloadUrlBody = new DownloadUrlBody(),
  ): Promise<DownloadUrlDto> {
    return this.recordings.mintDownload(key, call, { id, trackId }, body);
  }
}
