import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal, type Page } from '@capture/contracts';
import { Key } from '@capture/platform';
import { RecordingDto, RecordingPageDto, type ListedRecordingDto } from './recording.dto.js';
import { RecordingService } from './recording.service.js';

@ApiTags('recordings')
@ApiBearerAuth()
@Controller('v1/recordings')
export class RecordingController {
  constructor(private readonly recordings: RecordingService) {}

  @Get()
  @ApiOperation({
    operationId: 'listRecordings',
    summary: 'List recordings',
    description: 'Newest first, each track with a summary of its capture manifest. Scope `recordings:read`.',
  })
  @ApiOkResponse({ type: RecordingPageDto })
  list(@Key() key: KeyPrincipal, @Query() query: PageQuery): Promise<Page<ListedRecordingDto>> {
    return this.recordings.list(key.organizationId, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getRecording',
    summary: 'Read a recording',
    description: 'With its tracks and their signed capture manifests. Scope `recordings:read`.',
  })
  @ApiParam({ name: 'id', example: 'rec_01jdz3v0m5e8ksz1a2b3c4d5e6' })
  @ApiOkResponse({ type: RecordingDto })
  read(@Key() key: KeyPrincipal, @Param('id') id: string): Promise<RecordingDto> {
    return this.recordings.read(key.organizationId, id);
  }
}
