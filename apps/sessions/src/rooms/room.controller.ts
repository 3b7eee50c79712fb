import { Body, Controller, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, ApiErrors, Capability } from '@capture/platform';
import { RoomClock } from '../clock/room-clock.js';
import { IceServersService } from '../ice/ice-servers.service.js';
import { RoomAccessService } from './room-access.service.js';
import { JoinAsGuestDto, JoinedRoomDto, toJoined } from './room.dto.js';
import { RoomTokenInterceptor } from './room-token.interceptor.js';
import { RoomService } from './room.service.js';

@ApiTags('Rooms')
@ApiBearerAuth()
@Access('capability')
@UseInterceptors(RoomTokenInterceptor)
@Controller('v1/rooms')
export class RoomController {
  constructor(
    private readonly access: RoomAccessService,
    private readonly rooms: RoomService,
    private readonly clock: RoomClock,
    private readonly ice: IceServersService,
  ) {}

  @Post(':roomCode/join')
  @ApiOperation({ operationId: 'joinRoom', summary: 'Enter a room as a guest, with an invite token' })
  @ApiCreatedResponse({ type: JoinedRoomDto })
  @ApiErrors('session_closed', 'session_full', 'organization_paused')
  async join(
    @Param('roomCode') roomCode: string,
    @Capability() token: string,
    @Body() { displayName, participantToken }: JoinAsGuestDto,
  ): Promise<JoinedRoomDto> {
    const { inviteId, ...room } = await this.access.invited(roomCode, token);
    const participantId = await this.access.returning(room, participantToken);
    const known = participantId === undefined ? {} : { participantId };
    const guest = { displayName, memberId: null, inviteId, ...known };
    const shown = participantId === undefined ? undefined : participantToken;
    const joined = await this.rooms.join(room, guest, { shown });
    return toJoined(joined, this.ice.for(joined.participant.id), this.clock.now());
  }
}
