import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { AddMemberDto, MemberPageDto, MemberDto, UpdateMemberDto } from './member.dto.js';
import { MemberService } from './member.service.js';

@ApiTags('Operator: members')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/members')
export class MemberController {
  constructor(private readonly members: MemberService) {}

  @Post()
  @ApiErrors('conflict')
  @ApiOperation({ operationId: 'addMember', summary: 'Add a person to an organization' })
  @ApiCreatedResponse({ type: MemberDto })
  add(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Body() body: AddMemberDto,
  ): Promise<MemberDto> {
    return this.members.add(call, organizationId, body);
  }

  @Get()
  @ApiOperation({ operationId: 'listMembers', summary: 'List the people of an organization, newest first' })
  @ApiOkResponse({ type: MemberPageDto })
  list(@Param('organizationId') organizationId: string, @Query() query: PageQuery): Promise<MemberPageDto> {
    return this.members.list(organizationId, query);
  }

  @Patch(':member')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'updateMember',
    summary: 'Give a person, by id or e-mail address, another role; it ends their sign-ins',
  })
  @ApiOkResponse({ type: MemberDto })
  update(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Param('member') member: string,
    @Body() body: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.members.update(call, organizationId, member, body);
  }

  @Delete(':member')
  @HttpCode(204)
  @ApiErrors('conflict')
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
}
