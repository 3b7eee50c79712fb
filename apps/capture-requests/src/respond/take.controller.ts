import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PartClaims, PartGrantsDto, type ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call, Capability } from '@capture/platform';
import { LinkInterceptor } from './link.interceptor.js';
import { OpenedTakeDto, OpenTakeDto, TakeDto } from './take.dto.js';
import { TakeService } from './take.service.js';

@ApiTags('Respondents')
@ApiBearerAuth()
@Access('capability')
@UseInterceptors(LinkInterceptor)
@Controller('v1/respond')
export class TakeController {
  constructor(private readonly takes: TakeService) {}

  @Post('contacts/:id/takes')
  @ApiOperation({ operationId: 'openContactTake', summary: 'Open a take on a personal link' })
  @ApiErrors(
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
    'take_too_large',
    'open_take_cap',
    'submission_cap',
    'conflict',
    'storage_full',
  )
  @ApiCreatedResponse({ type: OpenedTakeDto })
  openOfContact(
    @Param('id') id: string,
    @Capability() key: string,
    @Call() { ip }: ForwardedCall,
    @Body() body: OpenTakeDto,
  ): Promise<OpenedTakeDto> {
    return this.takes.open('contact', id, { key, ip }, body);
  }

  @Post('campaigns/:id/takes')
  @ApiOperation({ operationId: 'openCampaignTake', summary: 'Open a take on an open link' })
  @ApiErrors(
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
    'take_too_large',
    'open_take_cap',
    'submission_cap',
    'conflict',
    'storage_full',
  )
  @ApiCreatedResponse({ type: OpenedTakeDto })
  openOfCampaign(
    @Param('id') id: string,
    @Capability() key: string,
    @Call() { ip }: ForwardedCall,
    @Body() body: OpenTakeDto,
  ): Promise<OpenedTakeDto> {
    return this.takes.open('campaign', id, { key, ip }, body);
  }

  @Get('takes/:takeId')
  @ApiOperation({
    operationId: 'getTake',
    summary: 'State of a take and the parts stored so far, for resuming',
  })
  @ApiErrors('capture_request_not_active', 'capture_request_closed', 'organization_paused')
  @ApiOkResponse({ type: TakeDto })
  get(@Param('takeId') takeId: string, @Capability() key: string): Promise<TakeDto> {
    return this.takes.get(takeId, key);
  }

  @Post('takes/:takeId/parts')
  @HttpCode(200)
  @ApiOperation({ operationId: 'grantTakeParts', summary: 'Ask where to put parts' })
  @ApiErrors('capture_request_closed', 'organization_paused', 'superseded', 'conflict')
  @ApiOkResponse({ type: PartGrantsDto })
  grant(
    @Param('takeId') takeId: string,
    @Capability() key: string,
    @Body() body: PartClaims,
  ): Promise<PartGrantsDto> {
    return this.takes.grant(takeId, key, body);
  }

  @Delete('takes/:takeId')
  @HttpCode(204)
  @ApiOperation({ operationId: 'abandonTake', summary: 'Abandon a take that was not submitted' })
  @ApiErrors('conflict')
  @ApiNoContentResponse()
  abandon(@Param('takeId') takeId: string, @Capability() key: string): Promise<void> {
    return this.takes.abandon(takeId, key);
  }
}
