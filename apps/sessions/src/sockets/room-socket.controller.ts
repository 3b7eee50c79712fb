import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { invalidField } from '@capture/contracts';
import { Access, ApiErrors, Capability } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RoomAccessService } from '../rooms/room-access.service.js';
import { RoomSockets } from './room-sockets.js';

const SOCKET =
  `JSON messages \`{type, …}\`, described in the guide "Rooms". The subprotocol is \`capture.v1\`; the token goes into
\`Authorization\`, or, from a browser, into a second subprotocol \`bearer.<participantToken>\`. A token that does not work is
told by an \`error\` message on the open socket, which then closes with 4401.`.replaceAll('\n', ' ');

@ApiTags('Rooms')
@ApiBearerAuth()
@Access('capability')
@Controller('v1/rooms')
export class RoomSocketController {
  constructor(
    private readonly access: RoomAccessService,
    private readonly sockets: RoomSockets,
  ) {}

  @Get(':sessionId/socket')
  @ApiOperation({
    operationId: 'openRoomSocket',
    summary: 'The WebSocket of a participant',
    description: SOCKET,
  })
  @ApiResponse({ status: 101, description: 'The WebSocket is open.' })
  @ApiErrors('invalid_input')
  async open(
    @Param('sessionId') sessionId: string,
    @Capability() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (await this.sockets.open(sessionId, token, request, reply)) return;
    await this.access.participant(sessionId, token);
    throw invalidField('Upgrade', 'required', 'Open this address as a WebSocket.');
  }
}
