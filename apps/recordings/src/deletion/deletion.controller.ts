import { Delete, HttpCode, Param } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { DeletionReceipt, type OrganizationPrincipal, type RawJson } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { RequestedDeletionService } from './requested-deletion.service.js';

@ApiTags('recordings')
@OrganizationController('v1/recordings')
export class DeletionController {
  constructor(private readonly deletions: RequestedDeletionService) {}

  @Delete(':id')
  @HttpCode(202)
  @Can('recordings.manage')
  @ApiOperation({
    operationId: 'deleteRecording',
    summary: 'Delete a recording with its footage',
    description:
      'Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The ' +
      'recording is gone at once, and its download URLs stop at once; its bytes follow within 30 seconds. A submission whose ' +
      'footage it was stays, as does its consent. A test key is refused.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiAcceptedResponse({ type: DeletionReceipt })
  delete(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<RawJson> {
    return this.deletions.ofRecording(caller, id);
  }
}
