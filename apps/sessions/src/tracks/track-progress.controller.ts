import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { TrackProgressPageDto } from './track.dto.js';
import { TrackProgressService } from './track-progress.service.js';

@ApiTags('Sessions')
@OrganizationController('v1/sessions/:id/tracks')
export class TrackProgressController {
  constructor(private readonly progress: TrackProgressService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({
    operationId: 'listSessionTracks',
    summary: 'List what participants recorded and how far each upload is, newest first',
    description:
      'By what the server has stored, during the session and after its end: a recording is complete when every track is ' +
      '`completed`. Poll it no more often than every few seconds.',
  })
  @ApiOkResponse({ type: TrackProgressPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<TrackProgressPageDto> {
    return this.progress.list(caller, id, query);
  }
}
