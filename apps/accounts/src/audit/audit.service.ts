import { Injectable } from '@nestjs/common';
import { AppError, invalidField, readPage, type Page } from '@capture/contracts';
import { toAuditEntry, type AuditEntryDto, type ListAuditLogQueryDto } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';

@Injectable()
export class AuditService {
  constructor(private readonly audit: AuditRepository) {}

  /** @throws AppError `not_found` for an unknown organization: the creation of every one is in its log. */
  async list(organizationId: string, query: ListAuditLogQueryDto): Promise<Page<AuditEntryDto>> {
    if (!(await this.audit.knows(organizationId)))
      throw new AppError('not_found', 'No organization with this id.');
    const { action, actor, subject } = query;
    const from = query.from === undefined ? undefined : new Date(query.from);
    const to = query.to === undefined ? undefined : new Date(query.to);
    if (from && to && from >= to) throw invalidField('from', 'out_of_range', 'from must lie before to.');
    const filter = { action, actor, subject, from, to };
    return readPage(query, this.audit.listed(organizationId, filter), toAuditEntry);
  }
}
