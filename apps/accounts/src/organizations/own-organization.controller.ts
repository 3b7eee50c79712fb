import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call, Can, OrganizationId } from '@capture/platform';
import { OrganizationDto, RenameOrganizationDto } from './organization.dto.js';
import { OrganizationService } from './organization.service.js';

/** The organization that a member is signed in to. Plan, allowance and retention are up to operators. */
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
  @ApiOperation({ operationId: 'renameOwnOrganization', summary: 'Change what the organization is called' })
  @ApiOkResponse({ type: OrganizationDto })
  rename(
    @Call() call: ForwardedCall,
    @OrganizationId() id: string,
    @Body() { name }: RenameOrganizationDto,
  ): Promise<OrganizationDto> {
    return this.organizations.change(call, id, { name });
  }
}
