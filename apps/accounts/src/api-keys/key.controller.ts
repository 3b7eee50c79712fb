import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, OrganizationId } from '@capture/platform';
import { UpdateKeyDto, CreateKeyDto, KeyPageDto, KeyDto, RotateKeyDto, IssuedKeyDto } from './key.dto.js';
import { MOST_KEYS, MOST_TEXTS } from './key.model.js';
import { KeyService } from './key.service.js';

@ApiTags('Operator: API keys')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/keys', 'console/api/keys'])
export class KeyController {
  constructor(private readonly keys: KeyService) {}

  @Post()
  @Can('keys.manage')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'createKey',
    summary: 'Create an API key; the answer shows it, once',
    description: `An organization has at most ${MOST_KEYS} keys that work.`,
  })
  @ApiCreatedResponse({ type: IssuedKeyDto })
  create(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Body() body: CreateKeyDto,
  ): Promise<IssuedKeyDto> {
    return this.keys.create(call, organizationId, body);
  }

  @Get()
  @Can('keys.manage')
  @ApiOperation({ operationId: 'listKeys', summary: "List an organization's API keys, newest first" })
  @ApiOkResponse({ type: KeyPageDto })
  list(@OrganizationId() organizationId: string, @Query() query: PageQuery): Promise<KeyPageDto> {
    return this.keys.list(organizationId, query);
  }

  @Get(':keyId')
  @Can('keys.manage')
  @ApiOperation({ operationId: 'getKey', summary: 'Read one API key' })
  @ApiOkResponse({ type: KeyDto })
  read(@OrganizationId() organizationId: string, @Param('keyId') keyId: string): Promise<KeyDto> {
    return this.keys.read(organizationId, keyId);
  }

  @Patch(':keyId')
  @Can('keys.manage')
  @ApiErrors('conflict')
  @ApiOperation({ operationId: 'changeKey', summary: 'Rename, rescope or change the expiry of an API key' })
  @ApiOkResponse({ type: KeyDto })
  change(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('keyId') keyId: string,
    @Body() body: UpdateKeyDto,
  ): Promise<KeyDto> {
    return this.keys.change(call, organizationId, keyId, body);
  }

  @Post(':keyId/rotate')
  @Can('keys.manage')
  @ApiBody({ type: RotateKeyDto, required: false })
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'rotateKey',
    summary: 'Give the key a new text; the earlier one stops after the overlap',
    description: `A key has at most ${MOST_TEXTS} texts. Of those that have stopped the oldest makes room; where all still work, rotate without an overlap.`,
  })
  @ApiCreatedResponse({ type: IssuedKeyDto })
  rotate(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('keyId') keyId: string,
    @Body() body: RotateKeyDto,
  ): Promise<IssuedKeyDto> {
    return this.keys.rotate(call, organizationId, keyId, body);
  }

  @Post(':keyId/revoke')
  @Can('keys.manage')
  @HttpCode(200)
  @ApiOperation({ operationId: 'revokeKey', summary: 'Stop the key for good, at once' })
  @ApiOkResponse({ type: KeyDto })
  revoke(
    @Call() call: ForwardedCall,
    @OrganizationId() organizationId: string,
    @Param('keyId') keyId: string,
  ): Promise<KeyDto> {
    return this.keys.revoke(call, organizationId, keyId);
  }
}
