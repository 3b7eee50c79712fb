import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type KeyPrincipal } from '@capture/contracts';
import { Key } from '@capture/platform';
import { SubmissionDto, SubmissionPageDto } from './submission.dto.js';
import { SubmissionService } from './submission.service.js';

@ApiTags('Submissions')
@ApiBearerAuth()
@Controller('v1/capture-requests/:id/submissions')
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Get()
  @ApiOperation({ operationId: 'listSubmissions', summary: 'List submissions, newest first' })
  @ApiOkResponse({ type: SubmissionPageDto })
  list(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<SubmissionPageDto> {
    return this.submissions.list(key, id, query);
  }

  @Get(':submissionId')
  @ApiOperation({ operationId: 'getSubmission', summary: 'Read one submission' })
  @ApiOkResponse({ type: SubmissionDto })
  get(
    @Key() key: KeyPrincipal,
    @Param('id') id: string,
    @Param('submissionId') submissionId: string,
  ): Promise<SubmissionDto> {
    return this.submissions.get(key, id, submissionId);
  }
}
