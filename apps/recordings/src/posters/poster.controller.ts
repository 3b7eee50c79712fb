import { Controller, Get, Param, Res } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Can, Member } from '@capture/platform';
import type { FastifyReply } from 'fastify';
import { PosterService } from './poster.service.js';

/** A picture is no more than a list shows anyway; nobody plays or saves a file by it. */
@ApiTags('recordings')
@Access('member')
@Controller('console/api/recordings')
export class PosterController {
  constructor(private readonly posters: PosterService) {}

  @Get(':id/poster')
  @Can('content.read')
  @ApiOperation({
    operationId: 'getRecordingPoster',
    summary: 'Read one picture of a recording',
    description:
      'A video of one frame and without sound, at most 1 MiB and some headers, for a `video` element to draw. Made anew with each ' +
      'call, so that nothing remains of footage that was deleted. No content where there is nothing to see: sound alone, nothing ' +
      'that has arrived yet, a file that cannot be read, or footage that was deleted.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiProduces('video/mp4')
  @ApiOkResponse({ description: 'The picture', schema: { type: 'string', format: 'binary' } })
  @ApiNoContentResponse({ description: 'There is nothing to see' })
  async read(
    @Member() member: MemberPrincipal,
    @Param('id') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const picture = await this.posters.of(member.organizationId, id);
    void reply.headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' });
    if (!picture) return void (await reply.status(204).send());
    void reply.headers({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    await reply.status(200).send(picture);
  }
}
