import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCookieAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, ApiErrors, Can, Member } from '@capture/platform';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { IceServersService } from '../ice/ice-servers.service.js';
import { RoomAccessService } from './room-access.service.js';
import { HostRoomDto, JoinedRoomDto, toJoined } from './room.dto.js';
import { RoomService } from './room.service.js';

/** Hosting is for signed-in members: a host has an account, which guests need not have (ADR 20). */
@ApiTags('Sessions')
@ApiCookieAuth()
@Access('member')
@Controller('console/api/sessions')
export class HostingController {
  constructor(
    private readonly access: RoomAccessService,
    private readonly rooms: RoomService,
    private readonly clock: RoomClock,
    private readonly ice: IceServersService,
    private readonly config: SessionsConfig,
  ) {}

  @Post(':id/host')
  @Can('rooms.host')
  @ApiOperation({
    operationId: 'hostRoom',
    summary: 'Enter a room as its host',
    description:
      'The member who opened the room, or who created the key that did, is its host; others need the host token of its link.',
  })
  @ApiCreatedResponse({ type: JoinedRoomDto })
  @ApiErrors('host_only', 'session_closed', 'session_full', 'organization_paused')
  async host(
    @Member() { organizationId, memberId, signInId }: MemberPrincipal,
    @Param('id') id: string,
    @Body() { displayName, hostToken }: HostRoomDto,
  ): Promise<JoinedRoomDto> {
    await this.access.host({ id, organizationId }, memberId, hostToken);
    const joined = await this.rooms.join({ id, organizationId }, { displayName, memberId }, { signInId });
    const settings = {
      servers: this.ice.for(joined.participant.id),
      upload: this.config.CAPTURE_ROOM_UPLOAD,
      maxTrackBytes: this.config.CAPTURE_MAX_TAKE_BYTES,
    };
    return toJoined(joined, settings, this.clock.now());
  }
}
