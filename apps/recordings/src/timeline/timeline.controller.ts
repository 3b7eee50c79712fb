import { Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { OrganizationPrincipal } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { RecordingService } from '../library/recording.service.js';
import { TimelineDto } from './timeline.dto.js';
import { timelineOf } from './timeline.model.js';

@ApiTags('recordings')
@OrganizationController('v1/recordings')
export class TimelineController {
  constructor(private readonly recordings: RecordingService) {}

  @Get(':id/timeline')
  @Can('content.read')
  @ApiOperation({
    operationId: 'getRecordingTimeline',
    summary: 'Read a recording as an OpenTimelineIO timeline',
    description:
      'For editors: save it as an `.otio` file beside the downloaded tracks, which it names as they are downloaded. Picture and ' +
      'sound of each available track lie where they began, in milliseconds; gaps are markers, and a clock that drifted is a ' +
      'linear time warp.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ type: TimelineDto })
  async timeline(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<TimelineDto> {
    return timelineOf(await this.recordings.read(caller.organizationId, id));
  }
}
