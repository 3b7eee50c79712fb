import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, OrganizationId } from '@capture/platform';
import { MemberPageDto, MemberDto, UpdateMemberDto } from './member.dto.js';
import { MemberService } from './member.service.js';

@ApiTags('Operator: members')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/members', 'console/api/members'])
export class MemberController {
  constructor(private readonly members: MemberService) {}

  @Get()
  @Can('members.manage')
  @ApiOperation({ operationId: 'listMembers', summary: 'List the people of an organization, newest first' })
  @ApiOkResponse({ type: MemberPageDto })
  list(@OrganizationId() organizationId: string, @Query() query: PageQuery): Promise<MemberPageDto> {
    return this.members.list(organizationId, query);
  }

  @Patch(':member')
  @Can('members.manage')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'updateMember',
    summary: 'Give a person, by id or e-mail address, another role; it ends their sign-ins',
  })
  @ApiOkResponse({ type: MemberDto })
  update(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('member') member: string,
    @Body() body: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.members.update(call, organizationId, member, body);
  }

  @Delete(':member')
  @Can('members.manage')
  @HttpCode(204)
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'removeMember',
    summary: 'Remove a person, by id or e-mail address; their keys stay and can no longer open sessions',
  })
  @ApiNoContentResponse()
  remove(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('member') member: string,
  ): Promise<void> {
    return this.members.remove(call, organizationId, member);
  }
}
