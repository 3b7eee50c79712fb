import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { ApiErrors, Key } from '@capture/platform';
import { DeliveryDto } from '../deliveries/delivery.dto.js';
import { TestEventService } from './test-event.service.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints')
export class TestEventController {
  constructor(private readonly testEvents: TestEventService) {}

  @Post(':id/test')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'sendTestEvent',
    summary: 'Send a ping',
    description: 'One attempt, at once; read the delivery for what came of it.',
  })
  @ApiAcceptedResponse({ type: DeliveryDto })
  @ApiErrors('conflict')
  send(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<DeliveryDto> {
    return this.testEvents.send(key.organizationId, id);
  }
}
