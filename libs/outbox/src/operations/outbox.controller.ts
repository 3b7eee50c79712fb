import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '@capture/platform';
import { OutboxStatus, RedriveRequest, RedriveResult } from './outbox.dto.js';
import { OutboxOperations } from './outbox.operations.js';

@ApiTags('Outbox')
@Access('operator')
@Controller('operator/v1/outbox')
export class OutboxController {
  constructor(private readonly operations: OutboxOperations) {}

  @ApiOperation({ summary: "State of the service's outbox and dead letters" })
  @ApiOkResponse({ type: OutboxStatus })
  @Get()
  status(): Promise<OutboxStatus> {
    return this.operations.status();
  }

  @ApiOperation({ summary: 'Give dead letters to their consumer once more' })
  @ApiOkResponse({ type: RedriveResult })
  @Post('redrive')
  @HttpCode(200)
  redrive(@Body() body?: RedriveRequest): Promise<RedriveResult> {
    return this.operations.redrive(body?.eventIds);
  }
}
