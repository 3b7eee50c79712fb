import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Page, RawJson } from '@capture/contracts';
import { Access, ApiErrors } from '@capture/platform';
import type { Reconciliation } from '../reconciliation/store-reconciler.js';
import { ListUploadsQueryDto, OperatorUploadDto, OperatorUploadPageDto } from './operator.dto.js';
import { OperatorService } from './operator.service.js';
import { UploadRedrive } from './upload-redrive.js';

@ApiTags('uploads')
@Access('operator')
@Controller('operator/v1')
export class OperatorController {
  constructor(
    private readonly operations: OperatorService,
    private readonly redriving: UploadRedrive,
  ) {}

  @Get('uploads')
  @ApiOperation({
    operationId: 'listUploads',
    summary: 'List uploads in a state',
    description: 'Stranded ones unless stated otherwise; newest first.',
  })
  @ApiOkResponse({ type: OperatorUploadPageDto })
  list(@Query() query: ListUploadsQueryDto): Promise<Page<OperatorUploadDto>> {
    return this.operations.uploads(query);
  }

  @Post('uploads/reconcile')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'reconcileStore',
    summary: 'Compare store and database now',
    description:
      'Removes what nothing refers to. Where the store is not that of this database as it is now, nothing is compared or ' +
      'removed: 409 `conflict`, whose `detail` says why.',
  })
  @ApiErrors('conflict')
  @ApiOkResponse({ schema: { example: { orphans: 0, leftovers: 0, missing: 0 } } })
  reconcile(): Promise<Reconciliation> {
    return this.operations.reconcile();
  }

  @Post('uploads/adopt-store')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'adoptStore',
    summary: 'Make the store that of this database',
    description:
      'For a database that was restored from a backup, or moved. Removes nothing by itself, but the next comparison removes ' +
      'all media that this database does not refer to and that are older than the grace period: look at what it knows first.',
  })
  @ApiNoContentResponse({ description: 'The store has the marker of this database.' })
  adoptStore(): Promise<void> {
    return this.operations.adoptStore();
  }

  @Post('uploads/:uploadId/redrive')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'redriveUpload',
    summary: 'Carry out again what stopped after the last part',
    description:
      'Of an upload that is `processing` or `failed`: reads its file again at once and from the start, whoever is at it. Of a ' +
      '`completed` one: compares its bytes with the store, so that a track that failed for missing bytes mends once they are ' +
      'back, and lets a seekable copy that could not be made be asked for anew. Waits up to 20 s and answers the upload as ' +
      'it is then; repeating it does no harm. One that is `open` or `stranded` is waiting for its device: 409 `conflict`. ' +
      'Written into the audit log of the organization.',
  })
  @ApiParam({ name: 'uploadId', example: 'upl_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ type: OperatorUploadDto })
  redrive(@Param('uploadId') uploadId: string): Promise<OperatorUploadDto> {
    return this.redriving.redrive(uploadId);
  }

  @Get('deletion-receipts/:recordingId')
  @ApiOperation({ operationId: 'getDeletionReceipt', summary: 'Signed receipt of a deletion' })
  @ApiParam({ name: 'recordingId', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  receipt(@Param('recordingId') recordingId: string): Promise<RawJson> {
    return this.operations.receipt(recordingId);
  }
}
