import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal } from '@capture/contracts';
import { Key } from '@capture/platform';
import {
  EndedSessionResponse,
  InviteResponse,
  NoBody,
  OpenedSessionResponse,
  SessionPageResponse,
  SessionResponse,
} from './session.dto.js';
import { SessionEndService } from '../ending/session-end.service.js';
import { SessionService } from './session.service.js';

const NO_BODY = { type: NoBody, required: false };

@ApiTags('Sessions')
@Controller('v1/sessions')
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly ends: SessionEndService,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listSessions', summary: 'List sessions and who joined, newest first' })
  @ApiOkResponse({ type: SessionPageResponse })
  list(@Key() key: KeyPrincipal, @Query() query: PageQuery): Promise<SessionPageResponse> {
    return this.sessions.list(key, query);
  }

  @Post()
  @ApiBody(NO_BODY)
  @ApiOperation({ operationId: 'createSession', summary: 'Open a room; no body is sent' })
  @ApiCreatedResponse({ type: OpenedSessionResponse })
  open(@Key() key: KeyPrincipal, @Body() _body: NoBody): Promise<OpenedSessionResponse> {
    return this.sessions.open(key);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getSession', summary: 'Read one session' })
  @ApiOkResponse({ type: SessionResponse })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<SessionResponse> {
    return this.sessions.read(key, id);
  }

  @Post(':id/end')
  @HttpCode(200)
  @ApiBody(NO_BODY)
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End the room and promote its uploads; calling it again retries the promotion',
  })
  @ApiOkResponse({ type: EndedSessionResponse })
  end(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBody,
  ): Promise<EndedSessionResponse> {
    return this.ends.end({ id, organizationId: key.organizationId });
  }

  @Post(':id/invites')
  @ApiBody(NO_BODY)
  @ApiOperation({ operationId: 'createInvite', summary: 'Mint a fresh invite token' })
  @ApiCreatedResponse({ type: InviteResponse })
  invite(@Key() key: KeyPrincipal, @Param('id') id: string, @Body() _body: NoBody): Promise<InviteResponse> {
    return this.sessions.invite(key, id);
  }
}
