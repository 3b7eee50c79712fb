import { Controller, Param, Put, Req, Res } from '@nestjs/common';
import {
  ApiConsumes,
  ApiNoContentResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import { Access, ApiErrors, linger } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PartService } from './part.service.js';

/** Where the bytes of a granted part go. The signed URL is the whole credential. */
@ApiTags('uploads')
@Access('public')
@Controller('v1/uploads')
export class PartController {
  constructor(private readonly parts: PartService) {}

  @Put(':uploadId/parts/:number')
  @ApiOperation({
    operationId: 'putPart',
    summary: 'Send the bytes of a granted part',
    description:
      'Send exactly the granted bytes to the URL of a part grant, with the headers of the grant. 204 means that they have ' +
      'the granted SHA-256 and are on stable storage. The same bytes may be sent again.',
  })
  @ApiConsumes('application/octet-stream')
  @ApiParam({ name: 'uploadId', example: 'upl_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiParam({ name: 'number', schema: { type: 'integer', minimum: 1 } })
  @ApiQuery({ name: 'signature', description: 'Made by the grant, with the other parameters of its URL' })
  @ApiErrors(
    'payload_too_large',
    'invalid_input',
    'conflict',
    'link_expired',
    'request_timeout',
    'storage_full',
  )
  @ApiNoContentResponse({ description: 'The part is stored; `ETag` holds its SHA-256.' })
  async put(
    @Param('uploadId') uploadId: string,
    @Param('number') number: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = request.url.split('?')[1] ?? '';
    reply.raw.once('finish', () => linger(request.raw));
    const sha256 = await this.parts.receive(uploadId, number, query, request.raw);
    await reply.status(204).header('etag', `"${sha256}"`).send();
  }
}
