import { Body, Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { DEVICE_HEADER, STARTED_SIGN_IN_HEADER, type ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { entered, type Reply } from '../sign-in/sign-in.controller.js';
import { MeDto, SecondFactorRequiredDto } from '../sign-in/sign-in.dto.js';
import { BeginSingleSignOnDto, BegunSingleSignOnDto, FinishSingleSignOnDto } from './single-sign-on.dto.js';
import { SingleSignOnService } from './single-sign-on.service.js';

@ApiTags('Sign-in')
@Access('public')
@Controller('console/api/sign-in/single-sign-on')
export class SingleSignOnController {
  constructor(private readonly service: SingleSignOnService) {}

  @Post()
  @HttpCode(200)
  @ApiErrors('not_found', 'rate_limited', 'single_sign_on_refused')
  @ApiOperation({
    operationId: 'beginSingleSignOn',
    summary: 'Begin a sign-in at the identity provider of an organization; the answer sets a cookie',
    description:
      'The provider follows from the domain of the address alone, so that the answer reveals no person. It sends the browser back to `/console/single-sign-on`, within 10 minutes. After 100 that one network began in 15 minutes and did not finish: 429 `rate_limited`.',
  })
  @ApiOkResponse({ type: BegunSingleSignOnDto })
  async begin(
    @Call() { ip }: ForwardedCall,
    @Body() { email }: BeginSingleSignOnDto,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<BegunSingleSignOnDto> {
    const { url, browser } = await this.service.begin(ip, email);
    reply.header(STARTED_SIGN_IN_HEADER, browser);
    return { url };
  }

  @Post('finish')
  @ApiErrors('unauthorized', 'single_sign_on_refused')
  @ApiOperation({
    operationId: 'finishSingleSignOn',
    summary: 'Finish a sign-in with what the provider sent the browser back with; the answer sets the cookie',
    description:
      'Works once, only in the browser that began it, and signs in to that organization alone. A person with a second factor gets 202 and a challenge, as with a password, unless the provider asks for one. `detail` says why a sign-in was refused and what to do.',
  })
  @ApiCreatedResponse({ type: MeDto })
  @ApiAcceptedResponse({ type: SecondFactorRequiredDto })
  async finish(
    @Call() { ip: address }: ForwardedCall,
    @Headers(STARTED_SIGN_IN_HEADER) browser: string | undefined,
    @Headers(DEVICE_HEADER) device: string | undefined,
    @Headers('user-agent') userAgent: string | undefined,
    @Body() { answer }: FinishSingleSignOnDto,
    @Res({ passthrough: true }) reply: Reply,
  ): Promise<MeDto | SecondFactorRequiredDto> {
    const result = await this.service.finish({ address, device, userAgent }, { browser, answer });
    reply.header(STARTED_SIGN_IN_HEADER, '');
    if ('answer' in result) return entered(reply, result);
    reply.status(202);
    return result;
  }
}
