import { Controller, Get, Head, Param, Req, Res } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { Access, ApiErrors } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MediaService } from './media.service.js';
import { sendMedia } from './send-media.js';

/** Where download URLs point. The signed URL is the whole credential. */
@ApiTags('recordings')
@Access('public')
@Controller('v1/media')
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Head(':trackId')
  @ApiOperation({ operationId: 'headMedia', summary: 'Headers of a download, without its bytes' })
  @ApiParam({ name: 'trackId', example: 'trk_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiQuery({ name: 'expires' })
  @ApiQuery({
    name: 'rendition',
    required: false,
    description: 'The file that was minted, if not the original',
  })
  @ApiQuery({ name: 'disposition', required: false, description: '`inline` of a URL to play' })
  @ApiQuery({ name: 'signature' })
  async head(
    @Param('trackId') trackId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { status, headers } = await this.media.answer(trackId, queryOf(request), request.headers);
    await reply.status(status).headers(headers).send();
  }

  @Get(':trackId')
  @ApiOperation({
    operationId: 'getMedia',
    summary: 'Download or play a file of a track',
    description:
      'The URL of POST …/download-url or …/playback-url. Takes Range, If-Range and If-None-Match; `ETag` is the SHA-256 of the file.',
  })
  @ApiParam({ name: 'trackId', example: 'trk_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiQuery({ name: 'expires' })
  @ApiQuery({
    name: 'rendition',
    required: false,
    description: 'The file that was minted, if not the original',
  })
  @ApiQuery({ name: 'disposition', required: false, description: '`inline` of a URL to play' })
  @ApiQuery({ name: 'signature' })
  @ApiErrors('link_expired', 'footage_expired', 'track_not_ready')
  @ApiProduces('video/mp4', 'audio/mp4')
  @ApiOkResponse({ description: 'The bytes', schema: { type: 'string', format: 'binary' } })
  @ApiResponse({
    status: 206,
    description: 'The bytes of the range',
    schema: { type: 'string', format: 'binary' },
  })
  @ApiResponse({ status: 304, description: 'The caller has these bytes already' })
  @ApiResponse({ status: 416, description: 'No byte of the range exists; `Content-Range` tells the size' })
  async get(
    @Param('trackId') trackId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendMedia(reply, await this.media.answer(trackId, queryOf(request), request.headers));
  }
}

function queryOf(request: FastifyRequest): string {
  return request.url.split('?')[1] ?? '';
}
