import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeletionReceipt, PageQuery, type ForwardedCall, type KeyPrincipal } from '@capture/contracts';
import { ApiErrors, Call, Key } from '@capture/platform';
import { SubmissionDto, SubmissionPageDto } from './submission.dto.js';
import { SubmissionFootageService } from './submission-footage.service.js';
import { SubmissionService } from './submission.service.js';

@ApiTags('Submissions')
@ApiBearerAuth()
@Controller('v1/capture-requests/:id/submissions')
export class SubmissionController {
  constructor(
    private readonly submissions: SubmissionService,
    private readonly footage: SubmissionFootageService,
  ) {}

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

  @Delete(':submissionId')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'deleteSubmissionFootage',
    summary: 'Delete the footage of a submission',
    description:
      'Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The ' +
      'submission stays with its consent, `recordingId` null and `footageExpiredAt` set. The recording is gone at once; its ' +
      'bytes follow within 30 seconds. Scope `recordings:delete`; a test key is refused.',
  })
  @ApiErrors('footage_expired')
  @ApiAcceptedResponse({ type: DeletionReceipt })
  delete(
    @Key() key: KeyPrincipal,
    @Call() call: ForwardedCall,
    @Param('id') id: string,
    @Param('submissionId') submissionId: string,
  ): Promise<DeletionReceipt> {
    return this.footage.delete(key, call, id, submissionId);
  }
}
