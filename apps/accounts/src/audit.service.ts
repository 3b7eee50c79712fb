import { Injectable } from '@nestjs/common';
import { readPage, type Page, type PageQuery } from '@capture/contracts';
import { toAuditEntry, type AuditEntryResponse } from './audit.dto.js';
import { AuditLog } from './audit.repository.js';
import { OrganizationRepository } from './organization.repository.js';

@Injectable()
export class AuditService {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly audit: AuditLog,
  ) {}

  async list(organizationId: string, query: PageQuery): Promise<Page<AuditEntryResponse>> {
    await this.organizations.get(organizationId);
    return readPage(query, this.audit.listed(organizationId), toAuditEntry);
  }
}
