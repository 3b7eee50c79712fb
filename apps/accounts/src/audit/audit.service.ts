import { Injectable } from '@nestjs/common';
import { AppError, readPage, type Page, type PageQuery } from '@capture/contracts';
import { toAuditEntry, type AuditEntryDto } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';

@Injectable()
export class AuditService {
  constructor(private readonly audit: AuditRepository) {}

  /** @throws AppError `not_found` for an unknown organization: the creation of every one is in its log. */
  async list(organizationId: string, query: PageQuery): Promise<Page<AuditEntryDto>> {
    if (!(await this.audit.knows(organizationId)))
      throw new AppError('not_found', 'No organization with this id.');
    return readPage(query, this.audit.listed(organizationId), toAuditEntry);
  }
}
