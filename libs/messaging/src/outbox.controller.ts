import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { Access } from '@capture/platform';
import { OutboxStatus, RedriveRequest, RedriveResult } from './outbox.dto.js';
import { OutboxOperations } from './outbox.operations.js';

@Access('operator')
@Controller('operator/v1/outbox')
export class OutboxController {
  constructor(private readonly operations: OutboxOperations) {}

  @Get()
  status(): Promise<OutboxStatus> {
    return this.operations.status();
  }

  @Post('redrive')
  @HttpCode(200)
  redrive(@Body() body: RedriveRequest): Promise<RedriveResult> {
    return this.operations.redrive(body.eventIds);
  }
}
