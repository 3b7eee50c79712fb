import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { AddMemberDto, MemberDto } from './member.dto.js';
import { MemberService } from './member.service.js';

/** For operators only: members add people by invitation. */
@ApiTags('Operator: members')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/members')
export class MemberAddingController {
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
}
