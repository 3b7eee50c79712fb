import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Can, Member } from '@capture/platform';
import { CountOutlivedQueryDto, OutlivedCountDto } from './outlived.dto.js';
import { OutlivedService } from './outlived.service.js';

@ApiTags('recordings')
@Access('member')
@Controller('console/api/outlived-recordings')
export class OutlivedController {
  constructor(private readonly outlived: OutlivedService) {}

  @Get()
  @Can('organization.change')
  @ApiOperation({
    operationId: 'countOutlivedRecordings',
    summary: 'Count the recordings that a shorter retention would delete',
    description: 'Changes nothing. Counts what is older than `retentionDays` now, up to 10,000.',
  })
  @ApiOkResponse({ type: OutlivedCountDto })
  count(@Member() member: MemberPrincipal, @Query() query: CountOutlivedQueryDto): Promise<OutlivedCountDto> {
    return this.outlived.count(member.organizationId, query.retentionDays);
  }
}
