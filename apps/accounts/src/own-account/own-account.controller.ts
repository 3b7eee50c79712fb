import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SIGN_IN_HEADER, type ForwardedCall, type MemberPrincipal } from '@capture/contracts';
import { CommitsItself } from '@capture/persistence';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { ChangePasswordDto, OwnSignInListDto } from './own-account.dto.js';
import { OwnPasswordService } from './own-password.service.js';
import { OwnSignInService } from './own-sign-in.service.js';

/** The part of Fastify's reply that sets a header. */
interface Reply {
  header(name: string, value: string): unknown;
}

@ApiTags('Sign-in')
@Access('member')
@Controller('console/api')
export class OwnAccountController {
  constructor(
    private readonly signIns: OwnSignInService,
    private readonly passwords: OwnPasswordService,
  ) {}

  @Get('sign-ins')
  @Can('sign_in.own')
  @ApiOperation({ operationId: 'listOwnSignIns', summary: 'Where one is signed in, in every organization' })
  @ApiOkResponse({ type: OwnSignInListDto })
  list(@Member() member: MemberPrincipal): Promise<OwnSignInListDto> {
    return this.signIns.list(member);
  }

  @Delete('sign-ins/:id')
  @Can('sign_in.own')
  @HttpCode(204)
  @ApiOperation({ operationId: 'endOwnSignIn', summary: "End one of one's own sign-ins" })
  @ApiNoContentResponse()
  async end(
    @Member() member: MemberPrincipal,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<void> {
    await this.signIns.end(member, id);
    if (id === member.signInId) reply.header(SIGN_IN_HEADER, '');
  }

  @Post('sign-out-everywhere')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @HttpCode(204)
  @ApiOperation({
    operationId: 'signOutEverywhere',
    summary: "End all of one's own sign-ins, this one and those to other organizations too",
  })
  @ApiNoContentResponse()
  async endAll(@Member() member: MemberPrincipal, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signIns.endAll(member);
    reply.header(SIGN_IN_HEADER, '');
  }

  @Post('password')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @HttpCode(204)
  @ApiErrors('rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'changeOwnPassword',
    summary: "Change one's own password; every other sign-in ends",
    description: 'After 10 wrong passwords from this sign-in in 15 minutes: 429 `rate_limited`.',
  })
  @ApiNoContentResponse()
  change(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() body: ChangePasswordDto,
  ): Promise<void> {
    return this.passwords.change(member, ip, body);
  }
}
