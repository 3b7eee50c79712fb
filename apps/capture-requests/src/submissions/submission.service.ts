import { Injectable } from '@nestjs/common';
import {
  notFound,
  readPage,
  type OrganizationPrincipal,
  type Page,
  type PageQuery,
} from '@capture/contracts';
import { CaptureRequestService } from '../requests/capture-request.service.js';
import { toSubmissionDto, type SubmissionDto } from './submission.dto.js';
import { SubmissionRepository } from './submission.repository.js';

@Injectable()
export class SubmissionService {
  constructor(
    private readonly requests: CaptureRequestService,
    private readonly submissions: SubmissionRepository,
  ) {}

  async list(
    caller: OrganizationPrincipal,
    requestId: string,
    query: PageQuery,
  ): Promise<Page<SubmissionDto>> {
    const { id } = await this.requests.require(caller, requestId);
    const source = {
      has: async (cursor: string) => (await this.submissions.find(id, cursor)) !== undefined,
      after: (cursor: string | undefined, take: number) => this.submissions.list(id, cursor, take),
    };
    return readPage(query, source, toSubmissionDto);
  }

  async get(caller: OrganizationPrincipal, requestId: string, submissionId: string): Promise<SubmissionDto> {
    const { id } = await this.requests.require(caller, requestId);
    const submission = await this.submissions.find(id, submissionId);
    if (!submission) throw notFound('submission');
    return toSubmissionDto(submission);
  }
}
