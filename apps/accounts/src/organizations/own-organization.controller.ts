import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call, Can, OrganizationId } from '@capture/platform';
import { ChangeOrganizationDto, OrganizationDto } from './organization.dto.js';
import { OrganizationService } from './organization.service.js';

/** The organization that a member is signed in to. Plan and allowance are up to operators. */
@ApiTags('Organization')
@Access('member')
@Controller('console/api/organization')
export class OwnOrganizationController {
  constructor(private readonly organizations: OrganizationService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({
    operationId: 'getOwnOrganization',
    summary: 'Read the organization, its plan and its limits',
  })
  @ApiOkResponse({ type: OrganizationDto })
  read(@OrganizationId() id: string): Promise<OrganizationDto> {
    return this.organizations.read(id);
  }

  @Patch()
  @Can('organization.change')
  @ApiOperation({
    operationId: 'changeOwnOrganization',
    summary: 'Change what the organization is called, and for how long its footage is kept',
  })
  @ApiOkResponse({ type: OrganizationDto })
  change(
    @Call() call: ForwardedCall,
    @OrganizationId() id: string,
    @Body() { name, retentionDays }: ChangeOrganizationDto,
  ): Promise<OrganizationDto> {
    return this.organizations.change(call, id, { name, retentionDays });
  }
}
