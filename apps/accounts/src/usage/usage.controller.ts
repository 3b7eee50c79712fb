import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { Key } from '@capture/platform';
import { GetUsageQueryDto, UsageDto } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@Controller('v1/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiOperation({ operationId: 'getUsage', summary: 'Read capture usage and what is left of the allowance' })
  @ApiOkResponse({ type: UsageDto })
  read(@Key() { organizationId }: KeyPrincipal, @Query() query: GetUsageQueryDto): Promise<UsageDto> {
    return this.usage.read(organizationId, query);
  }
}
