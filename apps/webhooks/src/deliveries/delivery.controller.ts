import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { Key } from '@capture/platform';
import { Delivery, DeliveryPage, DeliveryQuery, ReplayAnswer, ReplayBody } from './delivery.dto.js';
import { DeliveryService } from './delivery.service.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints/:id')
export class DeliveryController {
  constructor(private readonly deliveries: DeliveryService) {}

  @Post('test')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a ping',
    description: 'One attempt, at once; read the delivery for what came of it.',
  })
  @ApiAcceptedResponse({ type: Delivery })
  test(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<Delivery> {
    return this.deliveries.test(key.organizationId, id);
  }

  @Get('deliveries')
  @ApiOperation({
    summary: 'List deliveries, newest first',
    description: "With their attempts, but not the answers' bodies.",
  })
  @ApiOkResponse({ type: DeliveryPage })
  list(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Query() query: DeliveryQuery,
  ): Promise<DeliveryPage> {
    return this.deliveries.list(key.organizationId, id, query);
  }

  @Get('deliveries/:deliveryId')
  @ApiOperation({ summary: 'Read a delivery with its attempts' })
  @ApiOkResponse({ type: Delivery })
  read(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<Delivery> {
    return this.deliveries.read(key.organizationId, id, deliveryId);
  }

  @Post('deliveries/:deliveryId/replay')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a delivery again',
    description: 'The same bytes and `webhook-id`, from the start of the schedule.',
  })
  @ApiAcceptedResponse({ type: Delivery })
  replay(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<Delivery> {
    return this.deliveries.replay(key.organizationId, id, deliveryId);
  }

  @Post('replay')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send a range of time again',
    description:
      'Every delivery made in the range that is not pending; with `status: "held"`, what was missed while disabled.',
  })
  @ApiAcceptedResponse({ type: ReplayAnswer })
  replayRange(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: ReplayBody,
  ): Promise<ReplayAnswer> {
    return this.deliveries.replayRange(key.organizationId, id, body);
  }
}
