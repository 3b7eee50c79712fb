import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call, Can, OrganizationId } from '@capture/platform';
import {
  CheckAddressesDto,
  CheckedAddressesDto,
  SuppressAddressesDto,
  SuppressedAddressesDto,
} from './suppression-batch.dto.js';
import { SuppressionBatchService } from './suppression-batch.service.js';

@ApiTags('Operator: suppression list')
@Access('member')
@Controller('console/api/suppressions')
export class SuppressionBatchController {
  constructor(private readonly batches: SuppressionBatchService) {}

  @Post('check')
  @Can('suppressions.manage')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'checkAddresses',
    summary: 'Which of up to 1,000 addresses are on the suppression list; nothing changes',
  })
  @ApiOkResponse({ type: CheckedAddressesDto })
  check(
    @OrganizationId() organizationId: string,
    @Body() { emails }: CheckAddressesDto,
  ): Promise<CheckedAddressesDto> {
    return this.batches.check(organizationId, emails);
  }

  @Post('batch')
  @Can('suppressions.manage')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'suppressAddresses',
    summary: 'Put up to 1,000 addresses on the suppression list, all or none',
  })
  @ApiOkResponse({ type: SuppressedAddressesDto })
  add(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Body() body: SuppressAddressesDto,
  ): Promise<SuppressedAddressesDto> {
    return this.batches.add(call, organizationId, body);
  }
}
