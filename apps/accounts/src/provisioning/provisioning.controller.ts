import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import { CreatedOrganizationDto, CreateOrganizationDto } from './provisioning.dto.js';
import { ProvisioningService } from './provisioning.service.js';

@ApiTags('Operator: organizations')
@Access('operator')
@Controller('operator/v1/orgs')
export class ProvisioningController {
  constructor(private readonly provisioning: ProvisioningService) {}

  @Post()
  @ApiOperation({ operationId: 'createOrganization', summary: 'Create an organization and its owner' })
  @ApiCreatedResponse({ type: CreatedOrganizationDto })
  create(@Call() call: ForwardedCall, @Body() body: CreateOrganizationDto): Promise<CreatedOrganizationDto> {
    return this.provisioning.create(call, body);
  }
}
