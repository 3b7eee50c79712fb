import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { KeyPrincipal } from '@capture/contracts';
import { CommitsItself } from '@capture/persistence';
import { Key } from '@capture/platform';
import { NoBodyDto } from '../sessions/session.dto.js';
import { EndedSessionDto } from './session-end.dto.js';
import { SessionEndService } from './session-end.service.js';

@ApiTags('Sessions')
@Controller('v1/sessions')
export class SessionEndController {
  constructor(private readonly ends: SessionEndService) {}

  @Post(':id/end')
  @HttpCode(200)
  @CommitsItself(({ promotion }: EndedSessionDto) => promotion !== 'failed')
  @ApiBody({ type: NoBodyDto, required: false })
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End the room and promote its uploads; calling it again retries the promotion',
  })
  @ApiOkResponse({ type: EndedSessionDto })
  end(@Key() key: KeyPrincipal, @Param('id') id: string, @Body() _body: NoBodyDto): Promise<EndedSessionDto> {
    return this.ends.end({ id, organizationId: key.organizationId });
  }
}
