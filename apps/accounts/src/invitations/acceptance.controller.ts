import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ForwardedCall } from '@capture/contracts';
import { Access, ApiErrors, Call } from '@capture/platform';
import { AcceptanceService } from './acceptance.service.js';
import { AcceptInvitationDto, OpenedInvitationDto, ReadInvitationDto } from './invitation.dto.js';

/** For the page that the link of an invitation opens. */
@ApiTags('Invitations')
@Access('public')
@Controller('console/api')
export class AcceptanceController {
  constructor(private readonly acceptance: AcceptanceService) {}

  @Post('read-invitation')
  @HttpCode(200)
  @ApiErrors('link_expired')
  @ApiOperation({ operationId: 'readInvitation', summary: 'What the link of an invitation is for' })
  @ApiOkResponse({ type: OpenedInvitationDto })
  read(@Body() { token }: ReadInvitationDto): Promise<OpenedInvitationDto> {
    return this.acceptance.read(token);
  }

  @Post('accept-invitation')
  @HttpCode(204)
  @ApiErrors('link_expired', 'conflict')
  @ApiOperation({
    operationId: 'acceptInvitation',
    summary: 'Become a member, by the link of an invitation',
    description:
      'Who has no password yet chooses one. Who has one keeps it: a call that names another is answered 409 `conflict`.',
  })
  @ApiNoContentResponse()
  accept(@Call() { ip }: ForwardedCall, @Body() body: AcceptInvitationDto): Promise<void> {
    return this.acceptance.accept(ip, body);
  }
}
