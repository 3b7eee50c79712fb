import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiCookieAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Member } from '@capture/platform';
import { NoBodyDto } from '../sessions/session.dto.js';
import { EndedSessionDto } from './session-end.dto.js';
import { SessionEndService } from './session-end.service.js';

/** Ending a room as a signed-in member. */
@ApiTags('Sessions')
@ApiCookieAuth()
@Access('member')
@Controller('console/api/sessions')
export class HostedSessionEndController {
  constructor(private readonly ends: SessionEndService) {}

  @Post(':id/end')
  @HttpCode(200)
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({ operationId: 'endHostedSession', summary: 'End the room and promote its uploads' })
  @ApiOkResponse({ type: EndedSessionDto })
  end(
    @Member() { organizationId }: MemberPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBodyDto,
  ): Promise<EndedSessionDto> {
    return this.ends.end({ id, organizationId });
  }
}
