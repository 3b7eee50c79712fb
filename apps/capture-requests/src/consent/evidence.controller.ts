import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { Key } from '@capture/platform';
import { EvidenceDto } from './evidence.dto.js';
import { EvidenceService } from './evidence.service.js';

@ApiTags('Submissions')
@ApiBearerAuth()
@Controller('v1/capture-requests/:id/submissions/:submissionId/evidence')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Get()
  @ApiOperation({
    operationId: 'getEvidence',
    summary: 'Read the signed evidence of a consent',
    description:
      'Can be checked offline. Stays readable when the request is deleted. A submission without a consent and one whose consent is `legacy` have none.',
  })
  @ApiOkResponse({ type: EvidenceDto })
  get(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('submissionId') submissionId: string,
  ): Promise<EvidenceDto> {
    return this.evidence.get(key, id, submissionId);
  }
}
