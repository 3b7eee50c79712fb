import { Body, Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { DEVICE_HEADER, SIGN_IN_HEADER, type ForwardedCall, type MemberPrincipal } from '@capture/contracts';
import { Access, ApiErrors, Call, Can, Member } from '@capture/platform';
import { MeDto, SignInDto } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';

/** The part of Fastify's reply that sets a header. */
interface Reply {
  header(name: string, value: string): unknown;
}

@ApiTags('Sign-in')
@Access('member')
@Controller('console/api')
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Post('sign-in')
  @Access('public')
  @ApiErrors('rate_limited', 'not_found')
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign in; the answer sets the cookie',
    description:
      'An unknown address and a wrong password are answered alike. After 10 failures of one person from one network, or 100 from one network, in 15 minutes: 429 `rate_limited`. A browser that the person has signed in with before is held back by its own failures only.',
  })
  @ApiCreatedResponse({ type: MeDto })
  async signIn(
    @Call() { ip: address }: ForwardedCall,
    @Headers(DEVICE_HEADER) known: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() body: SignInDto,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<MeDto> {
    const { token, device, answer } = await this.signIns.signIn({ address, device: known, userAgent }, body);
    reply.header(SIGN_IN_HEADER, token);
    reply.header(DEVICE_HEADER, device);
    return answer;
  }

  @Post('sign-out')
  @Can('sign_in.own')
  @HttpCode(204)
  @ApiOperation({ operationId: 'signOut', summary: 'End this sign-in; the cookie is taken away' })
  @ApiNoContentResponse()
  async signOut(@Member() member: MemberPrincipal, @Res({ passthrough: true }) reply: Reply): Promise<void> {
    await this.signIns.signOut(member);
    reply.header(SIGN_IN_HEADER, '');
  }

  @Get('me')
  @Can('sign_in.own')
  @ApiOperation({ operationId: 'getMe', summary: 'Who is signed in, and to which organization' })
  @ApiOkResponse({ type: MeDto })
  me(@Member() member: MemberPrincipal): Promise<MeDto> {
    return this.signIns.me(member);
  }
}
