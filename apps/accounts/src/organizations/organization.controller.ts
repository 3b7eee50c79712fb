import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import { UpdateOrganizationDto, OrganizationPageDto, OrganizationDto } from './organization.dto.js';
import { OrganizationService } from './organization.service.js';

@ApiTags('Operator: organizations')
@Access('operator')
@Controller('operator/v1/orgs')
export class OrganizationController {
  constructor(private readonly organizations: OrganizationService) {}

  @Get()
  @ApiOperation({ operationId: 'listOrganizations', summary: 'List organizations, newest first' })
  @ApiOkResponse({ type: OrganizationPageDto })
  list(@Query() query: PageQuery): Promise<OrganizationPageDto> {
    return this.organizations.list(query);
  }

  @Get(':organizationId')
  @ApiOperation({ operationId: 'getOrganization', summary: 'Read one organization' })
  @ApiOkResponse({ type: OrganizationDto })
  read(@Param('organizationId') id: string): Promise<OrganizationDto> {
    return this.organizations.read(id);
  }

  @Patch(':organizationId')
  @ApiOperation({
    operationId: 'changeOrganization',
    summary: 'Change name, plan, allowance or retention; pause or resume',
  })
  @ApiOkResponse({ type: OrganizationDto })
  change(
    @Call() call: ForwardedCall,
    @Param('organizationId') id: string,
    @Body() body: UpdateOrganizationDto,
  ): Promise<OrganizationDto> {
    return this.organizations.change(call, id, body);
  }
}
