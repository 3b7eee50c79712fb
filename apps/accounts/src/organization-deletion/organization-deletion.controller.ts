import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { OrganizationDeletionReceipt, type ForwardedCall, type RawJson } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { DeleteOrganizationDto, OrganizationDeletionDto } from './organization-deletion.dto.js';
import { OrganizationDeletionService } from './organization-deletion.service.js';

@ApiTags('Operator: organizations')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/deletion')
export class OrganizationDeletionController {
  constructor(private readonly deletions: OrganizationDeletionService) {}

  @Post()
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'deleteOrganization',
    summary: 'Delete an organization from every service, after a time in which that can be taken back',
  })
  @ApiCreatedResponse({ type: OrganizationDeletionDto })
  request(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Body() { graceDays }: DeleteOrganizationDto,
  ): Promise<OrganizationDeletionDto> {
    return this.deletions.request(call, organizationId, { graceDays });
  }

  @Get()
  @ApiOperation({
    operationId: 'getOrganizationDeletion',
    summary: 'The deletion of an organization, with what each service has removed so far',
  })
  @ApiOkResponse({ type: OrganizationDeletionDto })
  get(@Param('organizationId') organizationId: string): Promise<OrganizationDeletionDto> {
    return this.deletions.get(organizationId);
  }

  @Delete()
  @HttpCode(204)
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'cancelOrganizationDeletion',
    summary: 'Take a deletion back; 409 once it has begun',
  })
  @ApiNoContentResponse()
  cancel(@Call() call: ForwardedCall, @Param('organizationId') organizationId: string): Promise<void> {
    return this.deletions.cancel(call, organizationId);
  }

  @Get('receipt')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'getOrganizationDeletionReceipt',
    summary: 'The signed receipt of a deletion that is completed; 409 until then',
  })
  @ApiOkResponse({ type: OrganizationDeletionReceipt })
  receipt(@Param('organizationId') organizationId: string): Promise<RawJson> {
    return this.deletions.receipt(organizationId);
  }
}
