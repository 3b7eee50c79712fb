import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall, MemberPrincipal } from '@capture/contracts';
import { Access, Call, Can, Member } from '@capture/platform';
import { CreateDownloadUrlDto, DownloadUrlDto } from './download.dto.js';
import { CreatesTrackUrl } from './creates-track-url.js';
import { DownloadService } from './download.service.js';

/** Playing is for members: a viewer, who gets no download links, can watch what was recorded. */
@ApiTags('recordings')
@Access('member')
@Controller('console/api/recordings')
export class PlaybackController {
  constructor(private readonly downloads: DownloadService) {}

  @Post(':id/tracks/:trackId/playback-url')
  @Can('content.read')
  @ApiOperation({
    operationId: 'createPlaybackUrl',
    summary: 'Create a URL to play a track',
    description:
      'A short-lived URL for a `video` or `audio` element, of the original file or of a copy that players can seek in ' +
      '(`rendition: seekable`). Answers of it say `Content-Disposition: inline`, so that a browser shows the file and does not save it.',
  })
  @CreatesTrackUrl()
  create(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Param('id') id: string,
    @Param('trackId') trackId: string,
    @Body() body: CreateDownloadUrlDto = new CreateDownloadUrlDto(),
  ): Promise<DownloadUrlDto> {
    return this.downloads.create(
      { principal: member, ip },
      { id, trackId },
      { ...body, disposition: 'inline' },
    );
  }
}
