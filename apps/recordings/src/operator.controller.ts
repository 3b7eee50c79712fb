import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Page } from '@capture/contracts';
import { Access, type RawJson } from '@capture/platform';
import { ListUploadsQuery, OperatorUploadPage, type OperatorUploadDto } from './operator.dto.js';
import { OperatorService } from './operator.service.js';
import type { Reconciliation } from './store.reconciler.js';

@ApiTags('uploads')
@Access('operator')
@Controller('operator/v1')
export class OperatorController {
  constructor(private readonly operations: OperatorService) {}

  @Get('uploads')
  @ApiOperation({
    operationId: 'listUploads',
    summary: 'List uploads in a state',
    description: 'Stranded ones unless stated otherwise; newest first.',
  })
  @ApiOkResponse({ type: OperatorUploadPage })
  list(@Query() query: ListUploadsQuery): Promise<Page<OperatorUploadDto>> {
    return this.operations.uploads(query);
  }

  @Post('uploads/reconcile')
  @HttpCode(200)
  @ApiOperation({ operationId: 'reconcileStore', summary: 'Compare store and database now' })
  @ApiOkResponse({ schema: { example: { orphans: 0, leftovers: 0, missing: 0 } } })
  reconcile(): Promise<Reconciliation> {
    return this.operations.reconcile();
  }

  @Get('deletion-receipts/:recordingId')
  @ApiOperation({ operationId: 'getDeletionReceipt', summary: 'Signed receipt of a deletion' })
  @ApiParam({ name: 'recordingId', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  receipt(@Param('recordingId') recordingId: string): Promise<RawJson> {
    return this.operations.receipt(recordingId);
  }
}
