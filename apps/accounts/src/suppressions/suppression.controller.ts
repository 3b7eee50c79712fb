import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import { SuppressAddressDto, SuppressionPageDto, SuppressionDto } from './suppression.dto.js';
import { SuppressionService } from './suppression.service.js';

@ApiTags('Operator: suppression list')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/suppressions')
export class SuppressionController {
  constructor(private readonly suppressions: SuppressionService) {}

  @Post()
  @ApiOperation({ operationId: 'suppressAddress', summary: 'Put an address on the suppression list' })
  @ApiCreatedResponse({ type: SuppressionDto })
  add(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Body() body: SuppressAddressDto,
  ): Promise<SuppressionDto> {
    return this.suppressions.add(call, organizationId, body);
  }

  @Get()
  @ApiOperation({
    operationId: 'listSuppressions',
    summary: 'List suppressed addresses, in alphabetical order',
  })
  @ApiOkResponse({ type: SuppressionPageDto })
  list(
    @Param('organizationId') organizationId: string,
    @Query() query: PageQuery,
  ): Promise<SuppressionPageDto> {
    return this.suppressions.list(organizationId, query);
  }

  @Delete(':email')
  @HttpCode(204)
  @ApiOperation({ operationId: 'unsuppressAddress', summary: 'Take an address off the suppression list' })
  @ApiNoContentResponse()
  remove(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Param('email') email: string,
  ): Promise<void> {
    return this.suppressions.remove(call, organizationId, email);
  }
}
