import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal } from '@capture/contracts';
import { ApiErrors, Caller, Can, NoBodyDto, OrganizationController } from '@capture/platform';
import { OpenedSessionDto, SessionDetailsDto, SessionPageDto } from './session.dto.js';
import { SessionService } from './session.service.js';

@ApiTags('Sessions')
@OrganizationController('v1/sessions')
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'listSessions', summary: 'List sessions and who joined, newest first' })
  @ApiOkResponse({ type: SessionPageDto })
  list(@Caller() caller: OrganizationPrincipal, @Query() query: PageQuery): Promise<SessionPageDto> {
    return this.sessions.list(caller, query);
  }

  @Post()
  @Can('rooms.host')
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({ operationId: 'createSession', summary: 'Open a room; no body is sent' })
  @ApiCreatedResponse({ type: OpenedSessionDto })
  @ApiErrors('key_owner_not_a_member', 'organization_paused')
  open(@Caller() caller: OrganizationPrincipal, @Body() _body: NoBodyDto): Promise<OpenedSessionDto> {
    return this.sessions.open(caller);
  }

  @Get(':id')
  @Can('content.read')
  @ApiOperation({ operationId: 'getSession', summary: 'Read one session' })
  @ApiOkResponse({ type: SessionDetailsDto })
  read(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<SessionDetailsDto> {
    return this.sessions.read(caller, id);
  }
}
