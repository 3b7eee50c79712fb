import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import { SecondFactorResetService } from './second-factor-reset.service.js';

@ApiTags('Operator: members')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/members/:member/second-factor')
export class MemberSecondFactorController {
  constructor(private readonly factors: SecondFactorResetService) {}

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    operationId: 'resetSecondFactor',
    summary:
      'Remove the second factor and passkeys of a person, by id or e-mail address, who lost them; their sign-ins end',
    description: 'It holds in every organization of the person, who is told by mail.',
  })
  @ApiNoContentResponse()
  reset(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Param('member') member: string,
  ): Promise<void> {
    return this.factors.reset(call, organizationId, member);
  }
}
