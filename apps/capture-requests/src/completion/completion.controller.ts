import { Body, Controller, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call, Capability } from '@capture/platform';
import { LinkInterceptor } from '../respond/link.interceptor.js';
import { CompletedTakeDto, CompleteTakeDto } from './completion.dto.js';
import { CompletionService } from './completion.service.js';

@ApiTags('Respondents')
@ApiBearerAuth()
@Access('capability')
@UseInterceptors(LinkInterceptor)
@Controller('v1/respond/takes/:takeId/complete')
export class CompletionController {
  constructor(private readonly completion: CompletionService) {}

  @Post()
  @ApiOperation({
    operationId: 'completeTake',
    summary: 'Submit a take whose parts are all stored; repeatable',
  })
  @ApiErrors(
    'capture_request_not_active',
    'capture_request_closed',
    'organization_paused',
    'superseded',
    'conflict',
    'take_too_large',
    'submission_cap',
  )
  @ApiCreatedResponse({ type: CompletedTakeDto })
  complete(
    @Param('takeId') takeId: string,
    @Capability() key: string,
    @Call() call: ForwardedCall,
    @Body() body: CompleteTakeDto,
  ): Promise<CompletedTakeDto> {
    return this.completion.complete(takeId, key, call.ip, body);
  }
}
