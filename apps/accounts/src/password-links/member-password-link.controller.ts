import { Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, Call } from '@capture/platform';
import { PasswordLinkDto } from './password-link.dto.js';
import { PasswordLinkService } from './password-link.service.js';

@ApiTags('Operator: members')
@Access('operator')
@Controller('operator/v1/orgs/:organizationId/members/:member/password-link')
export class MemberPasswordLinkController {
  constructor(private readonly links: PasswordLinkService) {}

  @Post()
  @ApiOperation({
    operationId: 'createPasswordLink',
    summary:
      'Make the link by which a person, by id or e-mail address, chooses a password for the console, once',
    description: 'Good for 72 h; an earlier link of the same member ends.',
  })
  @ApiCreatedResponse({ type: PasswordLinkDto })
  create(
    @Call() call: ForwardedCall,
    @Param('organizationId') organizationId: string,
    @Param('member') member: string,
  ): Promise<PasswordLinkDto> {
    return this.links.create(call, organizationId, member);
  }
}
