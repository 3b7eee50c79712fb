import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { CommitsItself } from '@capture/persistence';
import { Caller, Can, NoBodyDto, OrganizationController } from '@capture/platform';
import { SessionService } from '../sessions/session.service.js';
import { EndedSessionDto } from './session-end.dto.js';
import { SessionEndService } from './session-end.service.js';

@ApiTags('Sessions')
@OrganizationController('v1/sessions')
export class SessionEndController {
  constructor(
    private readonly ends: SessionEndService,
    private readonly sessions: SessionService,
  ) {}

  @Post(':id/end')
  @Can('rooms.end', 'endHostedSession')
  @HttpCode(200)
  @CommitsItself(({ promotion }: EndedSessionDto) => promotion !== 'failed')
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End the room and promote its uploads; calling it again retries the promotion',
    description:
      'Of members, a producer ends rooms of which they are or were a host; admins and owners end every room.',
  })
  @ApiOkResponse({ type: EndedSessionDto })
  async end(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBodyDto,
  ): Promise<EndedSessionDto> {
    await this.sessions.requireHost(caller, id);
    return this.ends.end({ id, organizationId: caller.organizationId });
  }
}
