import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal } from '@capture/contracts';
import { ApiErrors, Caller, Can, NoBodyDto, OrganizationController } from '@capture/platform';
import { InviteDto, InvitePageDto } from './invite.dto.js';
import { InviteService } from './invite.service.js';

@ApiTags('Sessions')
@OrganizationController('v1/sessions/:id/invites')
export class InviteController {
  constructor(private readonly invites: InviteService) {}

  @Post()
  @Can('rooms.host')
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({ operationId: 'createInvite', summary: 'Mint a fresh invite token' })
  @ApiCreatedResponse({ type: InviteDto })
  @ApiErrors('organization_paused', 'session_closed')
  create(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBodyDto,
  ): Promise<InviteDto> {
    return this.invites.create(caller, id);
  }

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'listInvites', summary: 'List the invites of a session, newest first' })
  @ApiOkResponse({ type: InvitePageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<InvitePageDto> {
    return this.invites.list(caller, id, query);
  }

  @Delete(':inviteId')
  @Can('rooms.host')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'revokeInvite',
    summary: 'Revoke an invite: nobody joins with it any more; whoever is in the room stays',
  })
  @ApiNoContentResponse()
  revoke(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('inviteId') inviteId: string,
  ): Promise<void> {
    return this.invites.revoke(caller, id, inviteId);
  }
}
