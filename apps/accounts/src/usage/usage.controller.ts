import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Can, OrganizationId } from '@capture/platform';
import { GetUsageQueryDto, UsageDto } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@Access('key', 'member')
@Controller(['v1/usage', 'console/api/usage'])
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'getUsage', summary: 'Read capture usage and what is left of the allowance' })
  @ApiOkResponse({ type: UsageDto })
  read(@OrganizationId() organizationId: string, @Query() query: GetUsageQueryDto): Promise<UsageDto> {
    return this.usage.read(organizationId, query);
  }
}
