import { Body, Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DEVICE_HEADER, STARTED_SIGN_IN_HEADER, type ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { entered, type Reply } from '../sign-in/sign-in.controller.js';
import { MeDto } from '../sign-in/sign-in.dto.js';
import { PasskeyRequestDto, PasskeySignInDto } from './passkey-sign-in.dto.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';

@ApiTags('Sign-in')
@Access('public')
@Controller('console/api/sign-in/passkey')
export class PasskeySignInController {
  constructor(private readonly service: PasskeySignInService) {}

  @Post()
  @HttpCode(200)
  @ApiErrors('rate_limited')
  @ApiOperation({
    operationId: 'beginPasskeySignIn',
    summary: 'Begin a sign-in with a passkey; the answer sets a cookie',
    description:
      'After 100 that one network began in 15 minutes and did not finish: 429 `rate_limited`. The device has to verify its user.',
  })
  @ApiOkResponse({ type: PasskeyRequestDto })
  async begin(
    @Call() { ip }: ForwardedCall,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<PasskeyRequestDto> {
    const { browser, ...request } = await this.service.begin(ip);
    reply.header(STARTED_SIGN_IN_HEADER, browser);
    return request;
  }

  @Post('finish')
  @ApiErrors('unauthorized', 'not_found', 'rate_limited', 'single_sign_on_required')
  @ApiOperation({
    operationId: 'finishPasskeySignIn',
    summary: 'Finish a sign-in with what the device answered; the answer sets the cookie',
    description:
      'Works once, only in the browser that began it. No code is asked for: a passkey is both factors. An unknown passkey and a wrong signature are answered alike, and count like wrong passwords.',
  })
  @ApiCreatedResponse({ type: MeDto })
  async finish(
    @Call() { ip: address }: ForwardedCall,
    @Headers(STARTED_SIGN_IN_HEADER) browser: string | undefined,
    @Headers(DEVICE_HEADER) device: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() body: PasskeySignInDto,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<MeDto> {
    const result = await this.service.finish({ address, device, userAgent }, browser ?? '', body);
    reply.header(STARTED_SIGN_IN_HEADER, '');
    return entered(reply, result);
  }
}
