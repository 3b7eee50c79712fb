import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Can, Member } from '@capture/platform';
import { CountDeliveriesQueryDto, DeliveryCountsDto } from './delivery-counts.dto.js';
import { DeliveryCountsService } from './delivery-counts.service.js';

@ApiTags('Webhooks')
@Access('member')
@Controller('console/api/webhook-endpoints')
export class DeliveryCountsController {
  constructor(private readonly counts: DeliveryCountsService) {}

  @Get(':id/delivery-counts')
  @Can('webhooks.manage')
  @ApiOperation({
    operationId: 'countDeliveries',
    summary: 'Count deliveries over time',
    description:
      'By the hour for a day, or by the day for 30, oldest first; every hour or day is there, with zeros too.',
  })
  @ApiParam({ name: 'id', example: 'whe_01k9z3m5q7e8r9tavbwcxdyezf' })
  @ApiOkResponse({ type: DeliveryCountsDto })
  read(
    @Member() member: MemberPrincipal,
    @Param('id') id: string,
    @Query() { by }: CountDeliveriesQueryDto,
  ): Promise<DeliveryCountsDto> {
    return this.counts.of(member.organizationId, id, by);
  }
}
