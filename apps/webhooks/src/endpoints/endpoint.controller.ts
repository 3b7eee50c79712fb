import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { Key } from '@capture/platform';
import {
  CreateEndpointBody,
  Endpoint,
  EndpointPage,
  EndpointWithSecret,
  PageQuery,
  RotatedEndpoint,
  RotateSecretBody,
  UpdateEndpointBody,
} from './endpoint.dto.js';
import { EndpointService } from './endpoint.service.js';

@ApiTags('Webhooks')
@Controller('v1/webhook-endpoints')
export class EndpointController {
  constructor(private readonly endpoints: EndpointService) {}

  @Post()
  @ApiOperation({
    summary: 'Register an endpoint',
    description: 'The answer holds the signing secret, which is not shown again.',
  })
  @ApiCreatedResponse({ type: EndpointWithSecret })
  create(@Key() key: KeyPrincipal, @Body() body: CreateEndpointBody): Promise<EndpointWithSecret> {
    return this.endpoints.create(key.organizationId, body);
  }

  @Get()
  @ApiOperation({ summary: 'List endpoints, newest first' })
  @ApiOkResponse({ type: EndpointPage })
  list(@Key() key: KeyPrincipal, @Query() query: PageQuery): Promise<EndpointPage> {
    return this.endpoints.list(key.organizationId, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an endpoint' })
  @ApiOkResponse({ type: Endpoint })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<Endpoint> {
    return this.endpoints.read(key.organizationId, id);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Edit, enable or disable an endpoint',
    description: 'JSON Merge Patch. Enabling does not send what was held while it was disabled: replay it.',
  })
  @ApiOkResponse({ type: Endpoint })
  update(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateEndpointBody,
  ): Promise<Endpoint> {
    return this.endpoints.update(key.organizationId, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete an endpoint with its delivery log',
    description:
      'It is gone at once: no attempt starts any more, and its secrets sign nothing. An attempt that is under way ends by itself.',
  })
  @ApiNoContentResponse()
  delete(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<void> {
    return this.endpoints.delete(key.organizationId, id);
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Rotate the signing secret',
    description: 'The new secret signs at once; the old one signs too until the overlap ends.',
  })
  @ApiOkResponse({ type: RotatedEndpoint })
  rotate(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Body() body: RotateSecretBody,
  ): Promise<RotatedEndpoint> {
    return this.endpoints.rotateSecret(key.organizationId, id, body);
  }
}
