import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBody,
  ApiCookieAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Clock, Member } from '@capture/platform';
import { SessionsConfig } from '../config.js';
import { HostRoom, JoinedRoomResponse, toJoined } from './room.dto.js';
import { RoomAccess } from './room-access.service.js';
import { RoomService } from './room.service.js';
import { EndedSessionResponse, NoBody } from '../sessions/session.dto.js';
import { SessionEndService } from '../ending/session-end.service.js';

/** Rooms for members who are signed in: whoever hosts one is somebody with an account (interface: Session). */
@ApiTags('Sessions')
@ApiCookieAuth()
@Access('member')
@Controller('console/api/sessions')
export class ConsoleController {
  constructor(
    private readonly access: RoomAccess,
    private readonly rooms: RoomService,
    private readonly ends: SessionEndService,
    private readonly clock: Clock,
    private readonly config: SessionsConfig,
  ) {}

  @Post(':id/host')
  @ApiOperation({
    operationId: 'hostRoom',
    summary: 'Enter a room as its host',
    description:
      'The member who created the key that opened the room is its host; others need the host token of its link.',
  })
  @ApiCreatedResponse({ type: JoinedRoomResponse })
  async host(
    @Member() { organizationId, memberId }: MemberPrincipal,
    @Param('id') id: string,
    @Body() { displayName, hostToken }: HostRoom,
  ): Promise<JoinedRoomResponse> {
    await this.access.host({ id, organizationId }, memberId, hostToken);
    const joined = await this.rooms.join({ id, organizationId }, { displayName, memberId });
    return toJoined(joined, this.config.CAPTURE_ICE_SERVERS, this.clock.now());
  }

  @Post(':id/end')
  @HttpCode(200)
  @ApiBody({ type: NoBody, required: false })
  @ApiOperation({ operationId: 'endHostedSession', summary: 'End the room and promote its uploads' })
  @ApiOkResponse({ type: EndedSessionResponse })
  end(
    @Member() { organizationId }: MemberPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBody,
  ): Promise<EndedSessionResponse> {
    return this.ends.end({ id, organizationId });
  }
}
