import { Body, Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { DEVICE_HEADER, SIGN_IN_HEADER, type ForwardedCall, type MemberPrincipal } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { CurrentSignInService } from './current-sign-in.service.js';
import { MeDto, SecondFactorDto, SecondFactorRequiredDto, SignInDto } from './sign-in.dto.js';
import { SignInService, type SignedIn } from './sign-in.service.js';

/** The part of Fastify's reply that sets status and headers. */
export interface Reply {
  status(code: number): unknown;
  header(name: string, value: string): unknown;
}

@ApiTags('Sign-in')
@Access('member')
@Controller('console/api')
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly current: CurrentSignInService,
  ) {}

  @Post('sign-in')
  @Access('public')
  @ApiErrors('rate_limited', 'not_found', 'single_sign_on_required')
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign in; the answer sets the cookie',
    description:
      'A person with a second factor gets 202 and a challenge, and is signed in by `POST /console/api/sign-in/second-factor`. An unknown address and a wrong password are answered alike. After 10 failures of one person from one network, or 100 from one network, in 15 minutes: 429 `rate_limited`. A browser that the person has signed in with before is held back by its own failures only.',
  })
  @ApiCreatedResponse({ type: MeDto })
  @ApiAcceptedResponse({ type: SecondFactorRequiredDto })
  async signIn(
    @Call() { ip: address }: ForwardedCall,
    @Headers(DEVICE_HEADER) known: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() body: SignInDto,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<MeDto | SecondFactorRequiredDto> {
    const result = await this.signIns.signIn({ address, device: known, userAgent }, body);
    if ('answer' in result) return entered(reply, result);
    reply.status(202);
    return result;
  }

  @Post('sign-in/second-factor')
  @Access('public')
  @ApiErrors('unauthorized', 'rate_limited')
  @ApiOperation({
    operationId: 'signInWithSecondFactor',
    summary: 'Finish a sign-in with the code of a second factor; the answer sets the cookie',
    description:
      'Each code is good once. A wrong one is answered 400 and the challenge stays good; one that was used, has run out or was for another password: 401. Wrong codes count like wrong passwords, and 10 of one person from all networks together, but from known browsers: 429 `rate_limited`.',
  })
  @ApiCreatedResponse({ type: MeDto })
  async signInWithSecondFactor(
    @Call() { ip: address }: ForwardedCall,
    @Headers(DEVICE_HEADER) known: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() body: SecondFactorDto,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<MeDto> {
    return entered(reply, await this.signIns.finish({ address, device: known, userAgent }, body));
  }

  @Post('sign-out')
  @Can('sign_in.own')
  @HttpCode(204)
  @ApiOperation({ operationId: 'signOut', summary: 'End this sign-in; the cookie is taken away' })
  @ApiNoContentResponse()
  async signOut(@Member() member: MemberPrincipal, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.current.signOut(member);
    reply.header(SIGN_IN_HEADER, '');
  }

  @Get('me')
  @Can('sign_in.own')
  @ApiOperation({ operationId: 'getMe', summary: 'Who is signed in, and to which organization' })
  @ApiOkResponse({ type: MeDto })
  me(@Member() member: MemberPrincipal): Promise<MeDto> {
    return this.current.me(member);
  }
}

export function entered(reply: Reply, { token, device, answer }: SignedIn): MeDto {
  reply.header(SIGN_IN_HEADER, token);
  if (device !== undefined) reply.header(DEVICE_HEADER, device);
  return answer;
}
