import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import {
  ChangeOrganizationBody,
  CreatedOrganizationResponse,
  CreateOrganizationBody,
  OrganizationPageResponse,
  OrganizationResponse,
} from './organization.dto.js';
import { OrganizationService } from './organization.service.js';

@ApiTags('Operator: organizations')
@Access('operator')
@Controller('operator/v1/orgs')
export class OrganizationController {
  constructor(private readonly organizations: OrganizationService) {}

  @Post()
  @ApiOperation({ operationId: 'createOrganization', summary: 'Create an organization and its owner' })
  @ApiCreatedResponse({ type: CreatedOrganizationResponse })
  create(
    @Call() call: ForwardedCall,
    @Body() body: CreateOrganizationBody,
  ): Promise<CreatedOrganizationResponse> {
    return this.organizations.create(call, body);
  }

  @Get()
  @ApiOperation({ operationId: 'listOrganizations', summary: 'List organizations, newest first' })
  @ApiOkResponse({ type: OrganizationPageResponse })
  list(@Query() query: PageQuery): Promise<OrganizationPageResponse> {
    return this.organizations.list(query);
  }

  @Get(':organizationId')
  @ApiOperation({ operationId: 'getOrganization', summary: 'Read one organization' })
  @ApiOkResponse({ type: OrganizationResponse })
  read(@Param('organizationId') id: string): Promise<OrganizationResponse> {
    return this.organizations.read(id);
  }

  @Patch(':organizationId')
  @ApiOperation({
    operationId: 'changeOrganization',
    summary: 'Change name, plan, allowance or retention; pause or resume',
  })
  @ApiOkResponse({ type: OrganizationResponse })
  change(
    @Call() call: ForwardedCall,
    @Param('organizationId') id: string,
    @Body() body: ChangeOrganizationBody,
  ): Promise<OrganizationResponse> {
    return this.organizations.change(call, id, body);
  }
}
