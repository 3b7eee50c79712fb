import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '@capture/platform';
import { SubmissionDto } from '../submissions/submission.dto.js';
import { ImportLegacyConsentDto } from './legacy-consent.dto.js';
import { LegacyConsentService } from './legacy-consent.service.js';

@ApiTags('consents')
@Access('operator')
@Controller('operator/v1/legacy-consents')
export class LegacyConsentController {
  constructor(private readonly consents: LegacyConsentService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'importLegacyConsent',
    summary: 'Backfill the consent of a submission that has none',
    description:
      "Written with version `legacy` and the request's wording of now. Never signed. A repeat changes nothing.",
  })
  @ApiOkResponse({ type: SubmissionDto })
  import(@Body() body: ImportLegacyConsentDto): Promise<SubmissionDto> {
    return this.consents.import(body);
  }
}
