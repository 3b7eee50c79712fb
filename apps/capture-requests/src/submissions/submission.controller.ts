import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PageQuery, type OrganizationPrincipal } from '@capture/contracts';
import { Caller, Can, OrganizationController } from '@capture/platform';
import { SubmissionDto, SubmissionPageDto } from './submission.dto.js';
import { SubmissionService } from './submission.service.js';

@ApiTags('Submissions')
@OrganizationController('v1/capture-requests/:id/submissions')
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Get()
  @Can('content.read')
  @ApiOperation({ operationId: 'listSubmissions', summary: 'List submissions, newest first' })
  @ApiOkResponse({ type: SubmissionPageDto })
  list(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Query() query: PageQuery,
  ): Promise<SubmissionPageDto> {
    return this.submissions.list(caller, id, query);
  }

  @Get(':submissionId')
  @Can('content.read')
  @ApiOperation({ operationId: 'getSubmission', summary: 'Read one submission' })
  @ApiOkResponse({ type: SubmissionDto })
  get(
    @Caller() caller: OrganizationPrincipal,
    @Param('id') id: string,
    @Param('submissionId') submissionId: string,
  ): Promise<SubmissionDto> {
    return this.submissions.get(caller, id, submissionId);
  }
}
