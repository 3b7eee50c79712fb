import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, OrganizationId } from '@capture/platform';
import { CreateScimTokenDto, IssuedScimTokenDto, ScimTokenListDto } from './scim-token.dto.js';
import { ScimTokenService } from './scim-token.service.js';

@ApiTags('Operator: single sign-on')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/scim-tokens', 'console/api/scim-tokens'])
export class ScimTokenController {
  constructor(private readonly tokens: ScimTokenService) {}

  @Get()
  @Can('members.manage')
  @ApiOperation({
    operationId: 'listScimTokens',
    summary: "List the tokens by which the organization's directory adds and removes people (SCIM)",
  })
  @ApiOkResponse({ type: ScimTokenListDto })
  list(@OrganizationId() organizationId: string): Promise<ScimTokenListDto> {
    return this.tokens.list(organizationId);
  }

  @Post()
  @Can('members.manage')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'createScimToken',
    summary: "Make a token for the organization's directory; it is shown once",
    description: 'Two at most. One that an admin makes cannot take out owners.',
  })
  @ApiCreatedResponse({ type: IssuedScimTokenDto })
  create(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Body() body: CreateScimTokenDto,
  ): Promise<IssuedScimTokenDto> {
    return this.tokens.create(call, organizationId, body);
  }

  @Delete(':id')
  @Can('members.manage')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'endScimToken',
    summary: "End a token of the organization's directory at once",
  })
  @ApiNoContentResponse()
  end(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('id') id: string,
  ): Promise<void> {
    return this.tokens.end(call, organizationId, id);
  }
}
