import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal } from '@capture/contracts';
import { ApiErrors, Key } from '@capture/platform';
import { InviteDto, InvitePageDto } from './invite.dto.js';
import { InviteService } from './invite.service.js';
import { NoBodyDto } from './session.dto.js';

@ApiTags('Sessions')
@Controller('v1/sessions/:id/invites')
export class InviteController {
  constructor(private readonly invites: InviteService) {}

  @Post()
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({ operationId: 'createInvite', summary: 'Mint a fresh invite token' })
  @ApiCreatedResponse({ type: InviteDto })
  @ApiErrors('session_closed', 'organization_paused')
  create(@Key() key: KeyPrincipal, @Param('id') id: string, @Body() _body: NoBodyDto): Promise<InviteDto> {
    return this.invites.create(key, id);
  }

  @Get()
  @ApiOperation({ operationId: 'listInvites', summary: 'List the invites of a session, newest first' })
  @ApiOkResponse({ type: InvitePageDto })
  list(@Key() key: KeyPrincipal, @Param('id') id: string, @Query() query: PageQuery): Promise<InvitePageDto> {
    return this.invites.list(key, id, query);
  }

  @Delete(':inviteId')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'revokeInvite',
    summary: 'Revoke an invite: nobody joins with it any more; whoever is in the room stays',
  })
  @ApiNoContentResponse()
  revoke(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('inviteId') inviteId: string,
  ): Promise<void> {
    return this.invites.revoke(key, id, inviteId);
  }
}
