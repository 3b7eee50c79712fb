import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { ApiErrors, Key } from '@capture/platform';
import { RemovalService } from './removal.service.js';

const REMOVAL =
  `Their socket closes, and their token opens none any more; what they recorded until then they can still
upload. The invite that they came with is revoked when nobody else came with it; one that others share stays, and is revoked
by its own route.`.replaceAll('\n', ' ');

@ApiTags('Sessions')
@Controller('v1/sessions/:id/participants')
export class ParticipantController {
  constructor(private readonly removal: RemovalService) {}

  @Delete(':participantId')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'removeParticipant',
    summary: 'Remove a guest from the room',
    description: REMOVAL,
  })
  @ApiNoContentResponse()
  @ApiErrors('conflict')
  remove(
    @Key() { organizationId }: KeyPrincipal,
    @Param('id') id: string,
    @Param('participantId') participantId: string,
  ): Promise<void> {
    return this.removal.removeGuest({ id, organizationId }, participantId);
  }
}
