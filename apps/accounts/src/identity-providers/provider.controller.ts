import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { IdentityProviderDto, SetIdentityProviderDto } from './provider.dto.js';
import { ProviderService } from './provider.service.js';

/** For operators, who vouch for the domains of mail of an organization. Owners prove theirs (`OwnProviderController`). */
@ApiTags('Operator: single sign-on')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/identity-provider')
export class ProviderController {
  constructor(private readonly providers: ProviderService) {}

  @Get()
  @ApiOperation({
    operationId: 'getIdentityProvider',
    summary: 'Read where the people of an organization sign in',
  })
  @ApiOkResponse({ type: IdentityProviderDto })
  read(@Param('organizationId') organizationId: string): Promise<IdentityProviderDto> {
    return this.providers.read(organizationId);
  }

  @Put()
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'setIdentityProvider',
    summary: 'Let the people of an organization sign in at their own identity provider (OpenID Connect)',
    description:
      'Replaces every setting, and the domains that you vouch for; those that the organization has proven stay. Another issuer ends the sign-ins that the former one vouched for; `passwordAllowed: false` ends those by password.',
  })
  @ApiOkResponse({ type: IdentityProviderDto })
  set(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Body() body: SetIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    return this.providers.set(call, organizationId, body);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    operationId: 'removeIdentityProvider',
    summary:
      'End single sign-on for an organization, and every sign-in that came by it; you vouch for no domain any more',
  })
  @ApiNoContentResponse()
  remove(@Call() call: ForwardedCall, @Param('organizationId') organizationId: string): Promise<void> {
    return this.providers.remove(call, organizationId);
  }
}
