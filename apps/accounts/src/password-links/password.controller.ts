import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { SetPasswordDto } from './password-link.dto.js';
import { PasswordLinkService } from './password-link.service.js';

@ApiTags('Sign-in')
@Access('public')
@Controller('console/api')
export class PasswordController {
  constructor(private readonly passwords: PasswordLinkService) {}

  @Post('set-password')
  @HttpCode(204)
  @ApiErrors('link_expired')
  @ApiOperation({
    operationId: 'setPassword',
    summary: 'Choose a password with the link that an operator made',
    description: 'The link is good once, for 72 h. Every sign-in of this person ends.',
  })
  @ApiNoContentResponse()
  set(@Call() { ip }: ForwardedCall, @Body() body: SetPasswordDto): Promise<void> {
    return this.passwords.setPassword(ip, body);
  }
}
