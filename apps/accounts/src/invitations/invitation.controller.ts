import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type ForwardedCall, type MemberPrincipal } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { InvitationDto, InvitationPageDto, InvitePersonDto } from './invitation.dto.js';
import { InvitationService } from './invitation.service.js';

@ApiTags('Invitations')
@Access('member')
@Controller('console/api/invitations')
export class InvitationController {
  constructor(private readonly invitations: InvitationService) {}

  @Post()
  @Can('members.manage')
  @ApiErrors('conflict', 'rate_limited')
  @ApiOperation({
    operationId: 'invitePerson',
    summary: 'Invite a person by mail; only the mail has the link, which works once, within 7 days',
  })
  @ApiCreatedResponse({ type: InvitationDto })
  invite(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() body: InvitePersonDto,
  ): Promise<InvitationDto> {
    return this.invitations.invite({ member, ip }, body);
  }

  @Get()
  @Can('members.manage')
  @ApiOperation({
    operationId: 'listInvitations',
    summary: 'Invitations that were not accepted, newest first, for 30 days after they ran out',
  })
  @ApiOkResponse({ type: InvitationPageDto })
  list(@Member() member: MemberPrincipal, @Query() query: PageQuery): Promise<InvitationPageDto> {
    return this.invitations.list(member, query);
  }

  @Post(':id/resend')
  @Can('members.manage')
  @HttpCode(200)
  @ApiErrors('rate_limited')
  @ApiOperation({
    operationId: 'resendInvitation',
    summary: 'Send an invitation again, with a new link for another 7 days; once a minute at most',
  })
  @ApiOkResponse({ type: InvitationDto })
  resend(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Param('id') id: string,
  ): Promise<InvitationDto> {
    return this.invitations.resend({ member, ip }, id);
  }

  @Delete(':id')
  @Can('members.manage')
  @HttpCode(204)
  @ApiOperation({ operationId: 'withdrawInvitation', summary: 'Take an invitation back; its link ends' })
  @ApiNoContentResponse()
  withdraw(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Param('id') id: string,
  ): Promise<void> {
    return this.invitations.withdraw({ member, ip }, id);
  }
}
