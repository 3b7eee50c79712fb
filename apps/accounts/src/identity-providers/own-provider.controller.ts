import { Body, Controller, Delete, Get, HttpCode, Patch, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall, MemberPrincipal } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { OwnProviderService } from './own-provider.service.js';
import {
  ChangeOwnIdentityProviderDto,
  IdentityProviderDto,
  SetOwnIdentityProviderDto,
} from './provider.dto.js';

/** Where the people of the organization sign in that an owner is signed in to. */
@ApiTags('Single sign-on')
@Access('member')
@Controller('console/api/identity-provider')
export class OwnProviderController {
  constructor(private readonly providers: OwnProviderService) {}

  @Get()
  @Can('single_sign_on.manage')
  @ApiErrors('not_found')
  @ApiOperation({
    operationId: 'getOwnIdentityProvider',
    summary: 'Read where the people of the organization sign in',
  })
  @ApiOkResponse({ type: IdentityProviderDto })
  read(@Member() member: MemberPrincipal): Promise<IdentityProviderDto> {
    return this.providers.read(member);
  }

  @Put()
  @Can('single_sign_on.manage')
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'setOwnIdentityProvider',
    summary: 'Let people sign in at an identity provider (OpenID Connect), in the domains that were proven',
    description:
      'Replaces every setting but a secret that is left out. `conflict` until a domain is proven. Another issuer ends the sign-ins that the former one vouched for, and takes one by password or passkey. `passwordAllowed: false` ends those, and takes one that this issuer vouched for. Every owner is told by mail.',
  })
  @ApiOkResponse({ type: IdentityProviderDto })
  set(
    @Call() call: ForwardedCall,
    @Member() member: MemberPrincipal,
    @Body() body: SetOwnIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    return this.providers.set(call, member, body);
  }

  @Patch()
  @Can('single_sign_on.manage')
  @ApiErrors('not_found', 'conflict')
  @ApiOperation({
    operationId: 'changeOwnIdentityProvider',
    summary: 'Change single settings of the identity provider',
    description:
      'Settings that the body leaves out stay as they are, even if another owner has just changed them. The rules are those of setting all of them.',
  })
  @ApiOkResponse({ type: IdentityProviderDto })
  change(
    @Call() call: ForwardedCall,
    @Member() member: MemberPrincipal,
    @Body() body: ChangeOwnIdentityProviderDto,
  ): Promise<IdentityProviderDto> {
    return this.providers.change(call, member, body);
  }

  @Delete()
  @HttpCode(204)
  @Can('single_sign_on.manage')
  @ApiErrors('not_found', 'conflict')
  @ApiOperation({
    operationId: 'removeOwnIdentityProvider',
    summary: 'End single sign-on for the organization, and every sign-in that came by it',
    description:
      'Takes a sign-in by password or passkey. Proven domains stay proven. Every owner is told by mail.',
  })
  @ApiNoContentResponse()
  remove(@Call() call: ForwardedCall, @Member() member: MemberPrincipal): Promise<void> {
    return this.providers.remove(call, member);
  }
}
