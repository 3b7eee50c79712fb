import { Body, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall, OrganizationPrincipal } from '@capture/contracts';
import { Call, Caller, Can, OrganizationController } from '@capture/platform';
import { CreateDownloadUrlDto, DownloadUrlDto } from './download.dto.js';
import { CreatesTrackUrl } from './creates-track-url.js';
import { DownloadService } from './download.service.js';

@ApiTags('recordings')
@OrganizationController('v1/recordings')
export class DownloadController {
  constructor(private readonly downloads: DownloadService) {}

  @Post(':id/tracks/:trackId/download-url')
  @Can('media.download')
  @ApiOperation({
    operationId: 'createDownloadUrl',
    summary: 'Create a download URL',
    description:
      'A short-lived URL of the original file, or of a copy that players can seek in (`rendition: seekable`). The copy is ' +
      'made once, when it is first asked for; the call waits some seconds for it and answers 409 `track_not_ready` while it ' +
      'is still being made, 409 `conflict` when the file does not allow it.',
  })
  @CreatesTrackUrl()
  create(
    @Caller() caller: OrganizationPrincipal,
    @Call() { ip }: ForwardedCall,
    @Param('id') id: string,
    @Param('trackId') trackId: string,
    @Body() body: CreateDownloadUrlDto = new CreateDownloadUrlDto(),
  ): Promise<DownloadUrlDto> {
    return this.downloads.create(
      { principal: caller, ip },
      { id, trackId },
      { ...body, disposition: 'attachment' },
    );
  }
}
