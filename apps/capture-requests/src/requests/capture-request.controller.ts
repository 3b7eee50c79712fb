import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { AsksFirst } from '@capture/persistence';
import { ApiErrors, Caller, Can, NoBodyDto, OrganizationController } from '@capture/platform';
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
@OrganizationController('v1/capture-requests')
export class CaptureRequestController {
  constructor(private readonly requests: CaptureRequestService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'listCaptureRequests', summary: 'List capture requests, newest first' })
  @ApiOkResponse({ type: CaptureRequestPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Query() query: ListCaptureRequestsQueryDto,
  ): Promise<CaptureRequestPageDto> {
    return this.requests.list(caller, query);
  }

  @Post()
  @Can('requests.manage')
  @AsksFirst()
  @ApiOperation({
    operationId: 'createCaptureRequest',
    summary: 'Create a capture request, as a draft unless told otherwise',
  })
  @ApiErrors('capture_allowance_reached', 'organization_paused')
  @ApiCreatedResponse({ type: CaptureRequestDto })
  create(
    @Caller() caller: OrganizationPrincipal,
    @Body() body: CreateCaptureRequestDto,
    @Metadata() metadata?: string,
  ): Promise<CaptureRequestDto> {
    return this.requests.create(caller, body, metadata);
  }

  @Get(':id')
  @Can('content.read')
  @ApiOperation({ operationId: 'getCaptureRequest', summary: 'Read one capture request' })
  @ApiOkResponse({ type: CaptureRequestDto })
  get(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<CaptureRequestDto> {
    return this.requests.get(caller, id);
  }

  @Patch(':id')
  @Can('requests.manage')
  @ApiOperation({
    operationId: 'updateCaptureRequest',
    summary: 'Edit a request, or launch a draft (JSON merge patch)',
  })
  @ApiErrors('capture_request_closed')
  @ApiOkResponse({ type: CaptureRequestDto })
  update(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateCaptureRequestDto,
    @Metadata() metadata?: string,
  ): Promise<CaptureRequestDto> {
    return this.requests.update(caller, id, body, metadata);
  }

  @Delete(':id')
  @Can('requests.manage')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteCaptureRequest',
    summary: 'Delete a request and its roster; the footage stays',
  })
  @ApiNoContentResponse()
  delete(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<void> {
    return this.requests.delete(caller, id);
  }

  @Post(':id/close')
  @Can('requests.manage')
  @HttpCode(200)
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'closeCaptureRequest',
    summary: 'Close a request; every link stops working at once',
  })
  @ApiOkResponse({ type: CaptureRequestDto })
  close(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBodyDto,
  ): Promise<CaptureRequestDto> {
    return this.requests.close(caller, id);
  }

  @Post(':id/rotate-open-link')
  @Can('requests.manage')
  @HttpCode(200)
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'rotateOpenLink',
    summary: 'Give the open link a new key',
    description:
      'The campaign keeps its id. The old link stops at once, for takes under way as well; 409 `conflict` where the request has no open link.',
  })
  @ApiErrors('capture_request_closed', 'conflict')
  @ApiOkResponse({ type: CaptureRequestDto })
  rotateOpenLink(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() _body: NoBodyDto,
  ): Promise<CaptureRequestDto> {
    return this.requests.rotateOpenLink(caller, id);
  }
}
