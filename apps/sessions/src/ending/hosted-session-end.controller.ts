import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiCookieAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Can, Member } from '@capture/platform';
import { RoomAccessService } from '../rooms/room-access.service.js';
import { NoBodyDto } from '../sessions/session.dto.js';
import { EndedSessionDto } from './session-end.dto.js';
import { SessionEndService } from './session-end.service.js';

/** Ending a room as a signed-in member. */
@ApiTags('Sessions')
@ApiCookieAuth()
@Access('member')
@Controller('console/api/sessions')
export class HostedSessionEndController {
  constructor(
    private readonly ends: SessionEndService,
    private readonly access: RoomAccessService,
  ) {}

  @Post(':id/end')
  @Can('rooms.end')
  @HttpCode(200)
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'endHostedSession',
    summary: 'End the room and promote its uploads',
    description: 'A producer ends rooms of which they are or were a host; admins and owners end every room.',
  })
  @ApiOkResponse({ type: EndedSessionDto })
  async end(
    @Member() member: MemberPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBodyDto,
  ): Promise<EndedSessionDto> {
    const { organizationId } = member;
    await this.access.requireMayEnd({ id, organizationId }, member);
    return this.ends.end({ id, organizationId });
  }
}
