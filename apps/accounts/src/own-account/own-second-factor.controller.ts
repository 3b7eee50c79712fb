import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
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
  BeginSecondFactorDto,
  BegunSecondFactorDto,
  ConfirmSecondFactorDto,
  OwnSecondFactorDto,
  ProveSecondFactorDto,
  RecoveryCodesDto,
} from './own-second-factor.dto.js';
import { OwnSecondFactorService } from './own-second-factor.service.js';

const LIMITED = 'After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.';

/** Each POST commits by itself: what was tried has to count, also when the call is refused. */
@ApiTags('Sign-in')
@Access('member')
@Controller('console/api/second-factor')
export class OwnSecondFactorController {
  constructor(private readonly factors: OwnSecondFactorService) {}

  @Get()
  @Can('sign_in.own')
  @ApiOperation({ operationId: 'getOwnSecondFactor', summary: 'Whether one has a second factor' })
  @ApiOkResponse({ type: OwnSecondFactorDto })
  read(@Member() member: MemberPrincipal): Promise<OwnSecondFactorDto> {
    return this.factors.read(member);
  }

  @Post('begin')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @ApiErrors('conflict', 'rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'beginSecondFactor',
    summary: 'Get the secret of a second factor; it is asked for once it is confirmed, within an hour',
    description: `A secret that was not confirmed yet ends. ${LIMITED}`,
  })
  @ApiCreatedResponse({ type: BegunSecondFactorDto })
  begin(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() { currentPassword }: BeginSecondFactorDto,
  ): Promise<BegunSecondFactorDto> {
    return this.factors.begin(member, ip, currentPassword);
  }

  @Post('confirm')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @HttpCode(200)
  @ApiErrors('conflict', 'rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'confirmSecondFactor',
    summary: 'Turn the second factor on with its first code; other sign-ins end',
    description: LIMITED,
  })
  @ApiOkResponse({ type: RecoveryCodesDto })
  confirm(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() { code }: ConfirmSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    return this.factors.confirm(member, ip, code);
  }

  @Post('remove')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @HttpCode(204)
  @ApiErrors('conflict', 'rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'removeSecondFactor',
    summary: 'Turn the second factor off; other sign-ins end',
    description: LIMITED,
  })
  @ApiNoContentResponse()
  remove(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() body: ProveSecondFactorDto,
  ): Promise<void> {
    return this.factors.remove(member, ip, body);
  }

  @Post('recovery-codes')
  @Can('sign_in.own')
  @CommitsItself(() => true)
  @HttpCode(200)
  @ApiErrors('conflict', 'rate_limited', 'password_sign_in_required')
  @ApiOperation({
    operationId: 'renewRecoveryCodes',
    summary: 'Get ten new recovery codes; the former ones and other sign-ins end',
    description: LIMITED,
  })
  @ApiOkResponse({ type: RecoveryCodesDto })
  renew(
    @Member() member: MemberPrincipal,
    @Call() { ip }: ForwardedCall,
    @Body() body: ProveSecondFactorDto,
  ): Promise<RecoveryCodesDto> {
    return this.factors.renewRecoveryCodes(member, ip, body);
  }
}
