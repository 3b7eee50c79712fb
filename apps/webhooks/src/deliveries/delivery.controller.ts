import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { ApiErrors, Caller, Can, NoBodyDto, OrganizationController } from '@capture/platform';
import {
  DeliveryDto,
  DeliveryPageDto,
  ListDeliveriesQueryDto,
  ReplayedDeliveriesDto,
  ReplayDeliveriesDto,
} from './delivery.dto.js';
import { DeliveryService } from './delivery.service.js';

@ApiTags('Webhooks')
@OrganizationController('v1/webhook-endpoints/:id')
export class DeliveryController {
  constructor(private readonly deliveries: DeliveryService) {}

  @Get('deliveries')
  @Can('webhooks.manage')
  @ApiOperation({
    operationId: 'listDeliveries',
    summary: 'List deliveries, newest first',
    description: "With their attempts, but not the answers' bodies.",
  })
  @ApiOkResponse({ type: DeliveryPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Query() query: ListDeliveriesQueryDto,
  ): Promise<DeliveryPageDto> {
    return this.deliveries.list(caller.organizationId, id, query);
  }

  @Get('deliveries/:deliveryId')
  @Can('webhooks.manage')
  @ApiOperation({ operationId: 'getDelivery', summary: 'Read a delivery with its attempts' })
  @ApiOkResponse({ type: DeliveryDto })
  read(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<DeliveryDto> {
    return this.deliveries.read(caller.organizationId, id, deliveryId);
  }

  @Post('deliveries/:deliveryId/replay')
  @Can('webhooks.manage')
  @HttpCode(202)
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'replayDelivery',
    summary: 'Send a delivery again',
    description: 'The same bytes and `webhook-id`, from the start of the schedule.',
  })
  @ApiAcceptedResponse({ type: DeliveryDto })
  @ApiErrors('test_mode_scope', 'conflict')
  replay(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
    @Body() _body: NoBodyDto,
  ): Promise<DeliveryDto> {
    return this.deliveries.replay(caller, id, deliveryId);
  }

  @Post('replay')
  @Can('webhooks.manage')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'replayDeliveries',
    summary: 'Send a range of time again',
    description:
      'Every delivery made in the range that is not pending; with `status: "held"`, what was missed while disabled. Oldest first; disabling the endpoint ends it.',
  })
  @ApiAcceptedResponse({ type: ReplayedDeliveriesDto })
  @ApiErrors('test_mode_scope', 'conflict')
  replayRange(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() body: ReplayDeliveriesDto,
  ): Promise<ReplayedDeliveriesDto> {
    return this.deliveries.replayRange(caller, id, body);
  }
}
