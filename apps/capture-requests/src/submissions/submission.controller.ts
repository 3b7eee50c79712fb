import { Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  DeletionReceipt,
  PageQuery,
  type ForwardedCall,
  type OrganizationPrincipal,
} from '@capture/contracts';
import { ApiErrors, Call, Caller, Can, OrganizationController } from '@capture/platform';
import { SubmissionDto, SubmissionPageDto } from './submission.dto.js';
import { SubmissionFootageService } from './submission-footage.service.js';
import { SubmissionService } from './submission.service.js';

@ApiTags('Submissions')
@OrganizationController('v1/capture-requests/:id/submissions')
export class SubmissionController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly footage: SubmissionFootageService,
  ) {}

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

  @Delete(':submissionId')
  @HttpCode(202)
  @Can('recordings.manage')
  @ApiOperation({
    operationId: 'deleteSubmissionFootage',
    summary: 'Delete the footage of a submission',
    description:
      'Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The ' +
      'submission stays with its consent, `recordingId` null and `footageExpiredAt` set. The recording is gone at once; its ' +
      'bytes follow within 30 seconds. A test key is refused.',
  })
  @ApiErrors('footage_expired')
  @ApiAcceptedResponse({ type: DeletionReceipt })
  delete(
    @Caller() caller: OrganizationPrincipal,
    @Call() call: ForwardedCall,
    @Param('id') id: string,
    @Param('submissionId') submissionId: string,
  ): Promise<DeletionReceipt> {
    return this.footage.delete(caller, call, id, submissionId);
  }
}
