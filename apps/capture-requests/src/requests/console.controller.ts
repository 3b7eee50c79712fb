import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCookieAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { MemberPrincipal } from '@capture/contracts';
import { Access, Can, Member } from '@capture/platform';
import { CaptureRequestDto } from './capture-request.dto.js';
import { CaptureRequestService } from './capture-request.service.js';

/** Capture requests for members who are signed in. */
@ApiTags('Capture requests')
@ApiCookieAuth()
@Access('member')
@Controller('console/api/capture-requests')
export class ConsoleController {
  constructor(private readonly requests: CaptureRequestService) {}

  @Post(':id/close')
  @Can('requests.manage')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'closeCaptureRequestAsMember',
    summary: 'Close a request; every link stops working at once, and `closedReason` is `closed_by_member`',
  })
  @ApiOkResponse({ type: CaptureRequestDto })
  close(@Member() member: MemberPrincipal, @Param('id') id: string): Promise<CaptureRequestDto> {
    return this.requests.close(member, id);
  }
}
