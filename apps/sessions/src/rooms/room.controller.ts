import { Body, Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { toAskingOrganizationDto } from '@capture/contracts';
import { Access, ApiErrors, Capability } from '@capture/platform';
import { RoomClock } from '../clock/room-clock.js';
import { SessionsConfig } from '../config.js';
import { IceServersService } from '../ice/ice-servers.service.js';
import { OrganizationRepository } from '../organizations/organization.repository.js';
import { RoomAccessService } from './room-access.service.js';
import { JoinAsGuestDto, JoinedRoomDto, RoomAtTheDoorDto, toJoined } from './room.dto.js';
import { RoomTokenGuard } from './room-token.guard.js';
import { RoomService } from './room.service.js';

@ApiTags('Rooms')
@ApiBearerAuth()
@Access('capability')
@UseGuards(RoomTokenGuard)
@Controller('v1/rooms')
export class RoomController {
  constructor(
    private readonly access: RoomAccessService,
    private readonly rooms: RoomService,
    private readonly clock: RoomClock,
    private readonly ice: IceServersService,
    private readonly organizations: OrganizationRepository,
    private readonly config: SessionsConfig,
  ) {}

  @Get(':roomCode')
  @ApiOperation({
    operationId: 'readRoom',
    summary: 'Read whose room an invitation is to, before entering it',
  })
  @ApiOkResponse({ type: RoomAtTheDoorDto })
  async read(@Param('roomCode') roomCode: string, @Capability() token: string): Promise<RoomAtTheDoorDto> {
    const { organizationId } = await this.access.invited(roomCode, token);
    const branding = await this.organizations.brandingOf(organizationId);
    return { organization: branding && toAskingOrganizationDto(branding, this.config.CAPTURE_PUBLIC_URL) };
  }

  @Post(':roomCode/join')
  @ApiOperation({ operationId: 'joinRoom', summary: 'Enter a room as a guest, with an invite token' })
  @ApiCreatedResponse({ type: JoinedRoomDto })
  @ApiErrors('session_closed', 'session_full', 'organization_paused')
  async join(
    @Param('roomCode') roomCode: string,
    @Capability() token: string,
    @Body() { displayName, participantToken }: JoinAsGuestDto,
  ): Promise<JoinedRoomDto> {
    const { room, inviteId, participantId } = await this.access.guest(roomCode, token, participantToken);
    const known = participantId === undefined ? {} : { participantId };
    const guest = { displayName, memberId: null, inviteId, ...known };
    const shown = participantId === undefined ? undefined : participantToken;
    const joined = await this.rooms.join(room, guest, { shown });
    const settings = {
      servers: this.ice.for(joined.participant.id),
      upload: this.config.CAPTURE_ROOM_UPLOAD,
      maxTrackBytes: this.config.CAPTURE_MAX_TAKE_BYTES,
    };
    return toJoined(joined, settings, this.clock.now());
  }
}
