import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import { AddMemberBody, MemberPageResponse, MemberResponse } from './member.dto.js';
import { MemberService } from './member.service.js';
import { PasswordLinkResponse } from './password.dto.js';
import { PasswordService } from './password.service.js';

@ApiTags('Operator: members')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/members')
export class MemberController {
  constructor(
    private readonly members: MemberService,
    private readonly passwords: PasswordService,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'addMember', summary: 'Add a person to an organization' })
  @ApiCreatedResponse({ type: MemberResponse })
  add(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Body() body: AddMemberBody,
  ): Promise<MemberResponse> {
    return this.members.add(call, organizationId, body);
  }

  @Get()
  @ApiOperation({ operationId: 'listMembers', summary: 'List the people of an organization, newest first' })
  @ApiOkResponse({ type: MemberPageResponse })
  list(
    @Param('organizationId') organizationId: string,
    @Query() query: PageQuery,
  ): Promise<MemberPageResponse> {
    return this.members.list(organizationId, query);
  }

  @Delete(':member')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'removeMember',
    summary: 'Remove a person, by id or e-mail address; their keys stay and can no longer open sessions',
  })
  @ApiNoContentResponse()
  remove(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Param('member') member: string,
  ): Promise<void> {
    return this.members.remove(call, organizationId, member);
  }

  @Post(':member/password-link')
  @ApiOperation({
    operationId: 'createPasswordLink',
    summary:
      'Make the link by which a person, by id or e-mail address, chooses a password for the console, once',
    description: 'Good for 72 h; an earlier link of the same member ends.',
  })
  @ApiCreatedResponse({ type: PasswordLinkResponse })
  invite(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Param('member') member: string,
  ): Promise<PasswordLinkResponse> {
    return this.passwords.invite(call, organizationId, member);
  }
}
