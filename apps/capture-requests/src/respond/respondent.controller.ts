import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, ApiErrors, Capability } from '@capture/platform';
import { RespondentRequestDto } from './respondent.dto.js';
import { RespondentService } from './respondent.service.js';

@ApiTags('Respondents')
@ApiBearerAuth()
@Access('capability')
@Controller('v1/respond')
export class RespondentController {
  constructor(private readonly respondents: RespondentService) {}

  @Get('contacts/:id')
  @ApiOperation({ operationId: 'getContactRequest', summary: 'What the holder of a personal link may see' })
  @ApiErrors('capture_request_not_active', 'capture_request_closed', 'organization_paused')
  @ApiOkResponse({ type: RespondentRequestDto })
  ofContact(@Param('id') id: string, @Capability() key: string): Promise<RespondentRequestDto> {
    return this.respondents.show('contact', id, key);
  }

  @Get('campaigns/:id')
  @ApiOperation({ operationId: 'getCampaignRequest', summary: 'What the holder of an open link may see' })
  @ApiErrors('capture_request_not_active', 'capture_request_closed', 'organization_paused')
  @ApiOkResponse({ type: RespondentRequestDto })
  ofCampaign(@Param('id') id: string, @Capability() key: string): Promise<RespondentRequestDto> {
    return this.respondents.show('campaign', id, key);
  }
}
