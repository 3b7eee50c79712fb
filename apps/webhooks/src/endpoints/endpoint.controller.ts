import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal } from '@capture/contracts';
import { ApiErrors, Caller, Can, OrganizationController } from '@capture/platform';
import { AsksFirst } from '@capture/persistence';
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
@OrganizationController('v1/webhook-endpoints')
export class EndpointController {
  constructor(private readonly endpoints: EndpointService) {}

  @Post()
  @Can('webhooks.manage')
  @AsksFirst()
  @ApiOperation({
    operationId: 'createWebhookEndpoint',
    summary: 'Register an endpoint',
    description:
      'The answer holds the signing secret, which is not shown again. One that a test key registers gets simulated events only.',
  })
  @ApiCreatedResponse({ type: WebhookEndpointWithSecretDto })
  @ApiErrors('conflict')
  create(
    @Caller() caller: OrganizationPrincipal,
    @Body() body: CreateWebhookEndpointDto,
  ): Promise<WebhookEndpointWithSecretDto> {
    return this.endpoints.create(caller, body);
  }

  @Get()
  @Can('webhooks.manage')
  @ApiOperation({ operationId: 'listWebhookEndpoints', summary: 'List endpoints, newest first' })
  @ApiOkResponse({ type: WebhookEndpointPageDto })
  list(@Caller() caller: OrganizationPrincipal, @Query() query: PageQuery): Promise<WebhookEndpointPageDto> {
    return this.endpoints.list(caller.organizationId, query);
  }

  @Get(':id')
  @Can('webhooks.manage')
  @ApiOperation({ operationId: 'getWebhookEndpoint', summary: 'Read an endpoint' })
  @ApiOkResponse({ type: WebhookEndpointDto })
  read(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<WebhookEndpointDto> {
    return this.endpoints.read(caller.organizationId, id);
  }

  @Patch(':id')
  @Can('webhooks.manage')
  @ApiOperation({
    operationId: 'updateWebhookEndpoint',
    summary: 'Edit, enable or disable an endpoint',
    description:
      'JSON Merge Patch. Enabling does not send what was held while it was disabled: replay it. Where very much waits for an endpoint that is disabled, holding it takes up to a minute, in which enabling it again is a `conflict`.',
  })
  @ApiOkResponse({ type: WebhookEndpointDto })
  @ApiErrors('test_mode_scope', 'conflict')
  update(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateWebhookEndpointDto,
  ): Promise<WebhookEndpointDto> {
    return this.endpoints.update(caller, id, body);
  }

  @Delete(':id')
  @Can('webhooks.manage')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete an endpoint with its delivery log',
    description:
      'It is gone at once: no attempt starts any more, and its secrets sign nothing. An attempt that is under way ends by itself.',
  })
  @ApiNoContentResponse()
  @ApiErrors('test_mode_scope')
  delete(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<void> {
    return this.endpoints.delete(caller, id);
  }

  @Post(':id/rotate-secret')
  @Can('webhooks.manage')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'rotateWebhookEndpointSecret',
    summary: 'Rotate the signing secret',
    description:
      'The new secret signs at once; the old one signs too until the overlap ends. At most the newest five sign: a further rotation ends the oldest at once.',
  })
  @ApiOkResponse({ type: RotatedWebhookEndpointDto })
  @ApiErrors('test_mode_scope')
  rotate(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Body() body: RotateSecretDto,
  ): Promise<RotatedWebhookEndpointDto> {
    return this.endpoints.rotateSecret(caller, id, body);
  }
}
