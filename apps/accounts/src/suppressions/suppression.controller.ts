import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, Call, Can, OrganizationId } from '@capture/platform';
import { SuppressAddressDto, SuppressionPageDto, SuppressionDto } from './suppression.dto.js';
import { SuppressionService } from './suppression.service.js';

@ApiTags('Operator: suppression list')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/suppressions', 'console/api/suppressions'])
export class SuppressionController {
  constructor(private readonly suppressions: SuppressionService) {}

  @Post()
  @Can('suppressions.manage')
  @ApiOperation({ operationId: 'suppressAddress', summary: 'Put an address on the suppression list' })
  @ApiCreatedResponse({ type: SuppressionDto })
  add(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Body() body: SuppressAddressDto,
  ): Promise<SuppressionDto> {
    return this.suppressions.add(call, organizationId, body);
  }

  @Get()
  @Can('suppressions.manage')
  @ApiOperation({
    operationId: 'listSuppressions',
    summary: 'List suppressed addresses, in alphabetical order',
  })
  @ApiOkResponse({ type: SuppressionPageDto })
  list(@OrganizationId() organizationId: string, @Query() query: PageQuery): Promise<SuppressionPageDto> {
    return this.suppressions.list(organizationId, query);
  }

  @Delete(':email')
  @Can('suppressions.manage')
  @HttpCode(204)
  @ApiOperation({ operationId: 'unsuppressAddress', summary: 'Take an address off the suppression list' })
  @ApiNoContentResponse()
  remove(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('email') email: string,
  ): Promise<void> {
    return this.suppressions.remove(call, organizationId, email);
  }
}
