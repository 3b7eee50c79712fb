import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Capability } from '@capture/platform';
import { RespondDto } from './respond.dto.js';
import { RespondService } from './respond.service.js';

@ApiTags('Respondents')
@ApiBearerAuth()
@Access('capability')
@Controller('v1/respond')
export class RespondController {
  constructor(private readonly respondents: RespondService) {}

  @Get('contacts/:id')
  @ApiOperation({ operationId: 'getContactRequest', summary: 'What the holder of a personal link may see' })
  @ApiOkResponse({ type: RespondDto })
  ofContact(@Param('id') id: string, @Capability() key: string): Promise<RespondDto> {
    return this.respondents.show('contact', id, key);
  }

  @Get('campaigns/:id')
  @ApiOperation({ operationId: 'getCampaignRequest', summary: 'What the holder of an open link may see' })
  @ApiOkResponse({ type: RespondDto })
  ofCampaign(@Param('id') id: string, @Capability() key: string): Promise<RespondDto> {
    return this.respondents.show('campaign', id, key);
  }
}
