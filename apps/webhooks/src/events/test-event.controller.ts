import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { ApiErrors, Caller, Can, OrganizationController } from '@capture/platform';
import { AsksFirst } from '@capture/persistence';
import { DeliveryDto } from '../deliveries/delivery.dto.js';
import { SendTestEventDto } from './event.dto.js';
import { TestEventService } from './test-event.service.js';

@ApiTags('Webhooks')
@OrganizationController('v1/webhook-endpoints')
export class TestEventController {
  constructor(private readonly testEvents: TestEventService) {}

  @Post(':id/test')
  @Can('webhooks.manage')
  @HttpCode(202)
  @AsksFirst()
  @ApiOperation({
    operationId: 'sendTestEvent',
    summary: 'Send a simulated event',
    description:
      'A ping, or the documented sample of a type. One attempt, at once; read the delivery for what came of it.',
  })
  @ApiAcceptedResponse({ type: DeliveryDto })
  @ApiBody({ type: SendTestEventDto, required: false })
  @ApiErrors('test_mode_scope', 'conflict')
  send(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    // Absent where the call has no body.
    @Body() body: SendTestEventDto,
  ): Promise<DeliveryDto> {
    return this.testEvents.send(caller, id, (body as SendTestEventDto | undefined)?.type ?? 'ping');
  }
}
