import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '@capture/platform';
import { OutboxStatusDto, RedriveDeadLettersDto, RedriveResultDto } from './outbox.dto.js';
import { OutboxOperations } from './outbox.operations.js';

@ApiTags('Outbox')
@Access('operator')
@Controller('operator/v1/outbox')
export class OutboxController {
  constructor(private readonly operations: OutboxOperations) {}

  @ApiOperation({ operationId: 'getOutboxStatus', summary: "State of the service's outbox and dead letters" })
  @ApiOkResponse({ type: OutboxStatusDto })
  @Get()
  status(): Promise<OutboxStatusDto> {
    return this.operations.status();
  }

  @ApiOperation({ operationId: 'redriveDeadLetters', summary: 'Hand dead letters to their consumer again' })
  @ApiOkResponse({ type: RedriveResultDto })
  @Post('redrive')
  @HttpCode(200)
  redrive(@Body() body?: RedriveDeadLettersDto): Promise<RedriveResultDto> {
    return this.operations.redrive(body?.eventIds);
  }
}
