import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal } from '@capture/contracts';
import { ApiErrors, Key } from '@capture/platform';
import {
  CreateWebhookEndpointDto,
  WebhookEndpointDto,
  WebhookEndpointPageDto,
  WebhookEndpointWithSecretDto,
  RotatedWebhookEndpointDto,
  RotateSecretDto,
  UpdateWebhookEndpointDto,
} from './endpoint.dto.js';
import { EndpointService } from './endpoint.service.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints')
export class EndpointController {
  constructor(private readonly endpoints: EndpointService) {}

  @Post()
  @ApiOperation({
    operationId: 'createWebhookEndpoint',
    summary: 'Register an endpoint',
    description:
      'The answer holds the signing secret, which is not shown again. One that a test key registers gets simulated events only.',
  })
  @ApiCreatedResponse({ type: WebhookEndpointWithSecretDto })
  @ApiErrors('conflict')
  create(
    @Key() key: KeyPrincipal,
    @Body() body: CreateWebhookEndpointDto,
  ): Promise<WebhookEndpointWithSecretDto> {
    return this.endpoints.create(key, body);
  }

  @Get()
  @ApiOperation({ operationId: 'listWebhookEndpoints', summary: 'List endpoints, newest first' })
  @ApiOkResponse({ type: WebhookEndpointPageDto })
  list(@Key() key: KeyPrincipal, @Query() query: PageQuery): Promise<WebhookEndpointPageDto> {
    return this.endpoints.list(key.organizationId, query);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getWebhookEndpoint', summary: 'Read an endpoint' })
  @ApiOkResponse({ type: WebhookEndpointDto })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<WebhookEndpointDto> {
    return this.endpoints.read(key.organizationId, id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateWebhookEndpoint',
    summary: 'Edit, enable or disable an endpoint',
    description: 'JSON Merge Patch. Enabling does not send what was held while it was disabled: replay it.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  @ApiErrors('test_mode_scope')
  update(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateWebhookEndpointDto,
  ): Promise<WebhookEndpointDto> {
    return this.endpoints.update(key, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint with its delivery log',
    description:
      'It is gone at once: no attempt starts any more, and its secrets sign nothing. An attempt that is under way ends by itself.',
  })
  @ApiNoContentResponse()
  @ApiErrors('test_mode_scope')
  delete(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<void> {
    return this.endpoints.delete(key, id);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rotateWebhookEndpointSecret',
    summary: 'Rotate the signing secret',
    description: 'The new secret signs at once; the old one signs too until the overlap ends.',
  })
  @ApiOkResponse({ type: RotatedWebhookEndpointDto })
  @ApiErrors('test_mode_scope')
  rotate(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: RotateSecretDto,
  ): Promise<RotatedWebhookEndpointDto> {
    return this.endpoints.rotateSecret(key, id, body);
  }
}
