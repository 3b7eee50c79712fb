import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { ForwardedCall, MemberPrincipal } from '@capture/contracts';
import { CommitsItself } from '@capture/persistence';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import {
  AddPasskeyDto,
  BegunPasskeyDto,
  OwnPasskeyDto,
  OwnPasskeyListDto,
  ProvePasskeyChangeDto,
} from './own-passkey.dto.js';
import { OwnPasskeyService } from './own-passkey.service.js';

const LIMITED = 'After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.';

/** Each POST commits by itself: what was tried has to count, also when the call is refused. */
@ApiTags('Sign-in')
@Access('member')
@Controller('console/api/passkeys')
export class OwnPasskeyController {
  constructor(private readonly passkeys: OwnPasskeyService) {}

  @Get()
  @Can('sign_in.own')
  @ApiOperation({ operationId: 'listOwnPasskeys', summary: "One's own passkeys" })
  @ApiOkResponse({ type: OwnPasskeyListDto })
  list(@Member() member: MemberPrincipal): Promise<OwnPasskeyListDto> {
    return this.passkeys.list(member);
  }

  @Post('begin')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @ApiErrors('conflict', 'rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'beginPasskey',
    summary: 'Prove who one is, and get what a device needs to make a passkey',
    description: `A passkey stands for password and code, so that adding one takes both. ${LIMITED}`,
  })
  @ApiCreatedResponse({ type: BegunPasskeyDto })
  begin(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() body: ProvePasskeyChangeDto,
  ): Promise<BegunPasskeyDto> {
    return this.passkeys.begin(member, ip, body);
  }

  @Post()
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @ApiErrors('conflict')
  @ApiOperation({
    operationId: 'addPasskey',
    summary: 'Add the passkey that a device has made',
    description: 'The challenge has to come from this sign-in. A wrong answer uses it up.',
  })
  @ApiCreatedResponse({ type: OwnPasskeyDto })
  add(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() body: AddPasskeyDto,
  ): Promise<OwnPasskeyDto> {
    return this.passkeys.add(member, { ip, userAgent }, body);
  }

  @Post(':id/remove')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @HttpCode(204)
  @ApiErrors('rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'removePasskey',
    summary: "Remove one of one's own passkeys; other sign-ins end",
    description: LIMITED,
  })
  @ApiNoContentResponse()
  remove(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Param('id') id: string,
    @Body() body: ProvePasskeyChangeDto,
  ): Promise<void> {
    return this.passkeys.remove(member, ip, { id, ...body });
  }
}
