import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { ForgotPasswordDto, SetPasswordDto } from './password-link.dto.js';
import { PasswordLinkService } from './password-link.service.js';
import { PasswordResetService } from './password-reset.service.js';

@ApiTags('Sign-in')
@Access('public')
@Controller('console/api')
export class PasswordController {
  constructor(
    private readonly passwords: PasswordLinkService,
    private readonly resets: PasswordResetService,
  ) {}

  @Post('forgot-password')
  @HttpCode(204)
  @ApiErrors('rate_limited')
  @ApiOperation({
    operationId: 'requestPasswordReset',
    summary: 'Ask for a link by mail to choose another password',
    description:
      'Answered alike for every address; only members get a mail. The link is good once, for an hour. After 3 requests for one address, or 30 from one network, in 15 minutes: 429 `rate_limited`.',
  })
  @ApiNoContentResponse()
  request(@Call() { ip }: ForwardedCall, @Body() { email }: ForgotPasswordDto): Promise<void> {
    return this.resets.request(ip, email);
  }

  @Post('set-password')
  @HttpCode(204)
  @ApiErrors('link_expired')
  @ApiOperation({
    operationId: 'setPassword',
    summary: 'Choose a password with the link of a mail, or one that an operator made',
    description:
      'The link is good once, for an hour by mail, or 72 h from an operator. Every sign-in of this person ends.',
  })
  @ApiNoContentResponse()
  set(@Call() { ip }: ForwardedCall, @Body() body: SetPasswordDto): Promise<void> {
    return this.passwords.setPassword(ip, body);
  }
}
