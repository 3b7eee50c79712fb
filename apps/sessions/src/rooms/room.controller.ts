import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { invalidField } from '@capture/contracts';
import { Access, Capability, Clock } from '@capture/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SessionsConfig } from '../config.js';
import { RoomAccess } from './room-access.service.js';
import { JoinedRoomResponse, JoinRoom, toJoined } from './room.dto.js';
import { RoomService } from './room.service.js';
import { RoomSockets } from '../sockets/room-sockets.js';

const SOCKET =
  `JSON messages \`{type, …}\`, described in the guide "Rooms". The subprotocol is \`capture.v1\`; the token goes into
\`Authorization\`, or, from a browser, into a second subprotocol \`bearer.<participantToken>\`. A token that does not work is
told by an \`error\` message on the open socket, which then closes with 4401.`.replaceAll('\n', ' ');

@ApiTags('Rooms')
@ApiBearerAuth()
@Access('capability')
@Controller('v1/rooms')
export class RoomController {
  constructor(
    private readonly access: RoomAccess,
    private readonly rooms: RoomService,
    private readonly sockets: RoomSockets,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {}

  @Post(':roomCode/join')
  @ApiOperation({ operationId: 'joinRoom', summary: 'Enter a room as a guest, with an invite token' })
  @ApiCreatedResponse({ type: JoinedRoomResponse })
  async join(
    @Param('roomCode') roomCode: string,
    @Capability() token: string,
    @Body() { displayName }: JoinRoom,
  ): Promise<JoinedRoomResponse> {
    const room = await this.access.invited(roomCode, token);
    const joined = await this.rooms.join(room, { displayName, memberId: null });
    return toJoined(joined, this.config.CAPTURE_ICE_SERVERS, this.clock.now());
  }

  @Get(':sessionId/socket')
  @ApiOperation({
    operationId: 'openRoomSocket',
    summary: 'The WebSocket of a participant',
    description: SOCKET,
  })
  @ApiResponse({ status: 101, description: 'The WebSocket is open.' })
  async socket(
    @Param('sessionId') sessionId: string,
    @Capability() token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (this.sockets.open(sessionId, token, request, reply)) return;
    await this.access.participant(sessionId, token);
    throw invalidField('Upgrade', 'required', 'Open this address as a WebSocket.');
  }
}
