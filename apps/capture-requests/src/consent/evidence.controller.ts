import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { EvidenceDto } from './evidence.dto.js';
import { EvidenceService } from './evidence.service.js';

@ApiTags('Submissions')
@OrganizationController('v1/capture-requests/:id/submissions/:submissionId/evidence')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({
    operationId: 'getEvidence',
    summary: 'Read the signed evidence of a consent',
    description:
      'Can be checked offline. Stays readable when the request is deleted. A submission without a consent and one whose consent is `legacy` have none.',
  })
  @ApiOkResponse({ type: EvidenceDto })
  get(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('submissionId') submissionId: string,
  ): Promise<EvidenceDto> {
    return this.evidence.get(caller, id, submissionId);
  }
}
