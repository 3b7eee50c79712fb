import { Delete, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { ApiErrors, Caller, Can, OrganizationController } from '@capture/platform';
import { SessionService } from '../sessions/session.service.js';
import { RemovalService } from './removal.service.js';

const REMOVAL =
  `Their socket closes, and their token opens none any more; what they recorded until then they can still
upload. The invite that they came with is revoked when nobody else came with it; one that others share stays, and is revoked
by its own route.`.replaceAll('\n', ' ');

@ApiTags('Sessions')
@OrganizationController('v1/sessions/:id/participants')
export class ParticipantController {
  constructor(
    private readonly removal: RemovalService,
    private readonly sessions: SessionService,
  ) {}

  @Delete(':participantId')
  @Can('rooms.host')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'removeParticipant',
    summary: 'Remove a guest from the room',
    description: REMOVAL,
  })
  @ApiNoContentResponse()
  @ApiErrors('conflict')
  async remove(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('participantId') participantId: string,
  ): Promise<void> {
    await this.sessions.requireHost(caller, id);
    return this.removal.removeGuest({ id, organizationId: caller.organizationId }, participantId);
  }
}
