import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal } from '@capture/contracts';
import { ApiErrors, Key } from '@capture/platform';
import { NoBodyDto, OpenedSessionDto, SessionDetailsDto, SessionPageDto } from './session.dto.js';
import { SessionService } from './session.service.js';

@ApiTags('Sessions')
@Controller('v1/sessions')
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @ApiOperation({ operationId: 'listSessions', summary: 'List sessions and who joined, newest first' })
  @ApiOkResponse({ type: SessionPageDto })
  list(@Key() key: KeyPrincipal, @Query() query: PageQuery): Promise<SessionPageDto> {
    return this.sessions.list(key, query);
  }

  @Post()
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({ operationId: 'createSession', summary: 'Open a room; no body is sent' })
  @ApiCreatedResponse({ type: OpenedSessionDto })
  @ApiErrors('key_owner_not_a_member', 'organization_paused')
  open(@Key() key: KeyPrincipal, @Body() _body: NoBodyDto): Promise<OpenedSessionDto> {
    return this.sessions.open(key);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getSession', summary: 'Read one session' })
  @ApiOkResponse({ type: SessionDetailsDto })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<SessionDetailsDto> {
    return this.sessions.read(key, id);
  }
}
