import { Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { GetUsageQueryDto, UsageDto } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@OrganizationController('v1/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'getUsage', summary: 'Read capture usage and what is left of the allowance' })
  @ApiOkResponse({ type: UsageDto })
  read(@Caller() caller: OrganizationPrincipal, @Query() query: GetUsageQueryDto): Promise<UsageDto> {
    return this.usage.read(caller.organizationId, query);
  }
}
