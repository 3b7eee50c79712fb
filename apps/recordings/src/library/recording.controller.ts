import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal, type Page } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { RecordingDto, RecordingPageDto, type ListedRecordingDto } from './recording.dto.js';
import { RecordingService } from './recording.service.js';

@ApiTags('recordings')
@OrganizationController('v1/recordings')
export class RecordingController {
  constructor(private readonly recordings: RecordingService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({
    operationId: 'listRecordings',
    summary: 'List recordings',
    description: 'Newest first, each track with a summary of its capture manifest.',
  })
  @ApiOkResponse({ type: RecordingPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Query() query: PageQuery,
  ): Promise<Page<ListedRecordingDto>> {
    return this.recordings.list(caller.organizationId, query);
  }

  @Get(':id')
  @Can('content.read')
  @ApiOperation({
    operationId: 'getRecording',
    summary: 'Read a recording',
    description: 'With its tracks and their signed capture manifests.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ type: RecordingDto })
  read(@Caller() caller: OrganizationPrincipal, @Param('id') id: string): Promise<RecordingDto> {
    return this.recordings.read(caller.organizationId, id);
  }
}
