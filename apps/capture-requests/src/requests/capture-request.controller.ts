import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { AsksFirst } from '@capture/persistence';
import { ApiErrors, Key } from '@capture/platform';
import {
  CaptureRequestDto,
  CaptureRequestPageDto,
  CreateCaptureRequestDto,
  ListCaptureRequestsQueryDto,
  UpdateCaptureRequestDto,
} from './capture-request.dto.js';
import { CaptureRequestService } from './capture-request.service.js';
import { Metadata } from './metadata.js';

@ApiTags('Capture requests')
@ApiBearerAuth()
@Controller('v1/capture-requests')
export class CaptureRequestController {
  constructor(private readonly requests: CaptureRequestService) {}

  @Get()
  @ApiOperation({ operationId: 'listCaptureRequests', summary: 'List capture requests, newest first' })
  @ApiOkResponse({ type: CaptureRequestPageDto })
  list(
    @Key() key: KeyPrincipal,
    @Query() query: ListCaptureRequestsQueryDto,
  ): Promise<CaptureRequestPageDto> {
    return this.requests.list(key, query);
  }

  @Post()
  @AsksFirst()
  @ApiOperation({
    operationId: 'createCaptureRequest',
    summary: 'Create a capture request, as a draft unless told otherwise',
  })
  @ApiErrors('capture_allowance_reached', 'organization_paused')
  @ApiCreatedResponse({ type: CaptureRequestDto })
  create(
    @Key() key: KeyPrincipal,
    @Body() body: CreateCaptureRequestDto,
    @Metadata() metadata?: string,
  ): Promise<CaptureRequestDto> {
    return this.requests.create(key, body, metadata);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getCaptureRequest', summary: 'Read one capture request' })
  @ApiOkResponse({ type: CaptureRequestDto })
  get(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<CaptureRequestDto> {
    return this.requests.get(key, id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateCaptureRequest',
    summary: 'Edit a request, or launch a draft (JSON merge patch)',
  })
  @ApiErrors('capture_request_closed')
  @ApiOkResponse({ type: CaptureRequestDto })
  update(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateCaptureRequestDto,
    @Metadata() metadata?: string,
  ): Promise<CaptureRequestDto> {
    return this.requests.update(key, id, body, metadata);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteCaptureRequest',
    summary: 'Delete a request and its roster; the footage stays',
  })
  @ApiNoContentResponse()
  delete(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<void> {
    return this.requests.delete(key, id);
  }

  @Post(':id/close')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'closeCaptureRequest',
    summary: 'Close a request; every link stops working at once',
  })
  @ApiOkResponse({ type: CaptureRequestDto })
  close(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<CaptureRequestDto> {
    return this.requests.close(key, id);
  }

  @Post(':id/rotate-open-link')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rotateOpenLink',
    summary: 'Give the open link a new key',
    description:
      'The campaign keeps its id. The old link stops at once, for takes under way as well; 409 `conflict` where the request has no open link.',
  })
  @ApiErrors('capture_request_closed', 'conflict')
  @ApiOkResponse({ type: CaptureRequestDto })
  rotateOpenLink(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<CaptureRequestDto> {
    return this.requests.rotateOpenLink(key, id);
  }
}
