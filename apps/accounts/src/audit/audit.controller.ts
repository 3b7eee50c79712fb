import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Can, OrganizationId } from '@capture/platform';
import { AuditEntryPageDto, ListAuditLogQueryDto } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@ApiTags('Operator: audit log')
@Access('operator', 'member')
@Controller(['operator/v1/orgs/:organizationId/audit-log', 'console/api/audit-log'])
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Can('audit.read')
  @ApiOperation({ operationId: 'listAuditLog', summary: 'Every change to an organization, newest first' })
  @ApiOkResponse({ type: AuditEntryPageDto })
  list(
    @OrganizationId() organizationId: string,
    @Query() query: ListAuditLogQueryDto,
  ): Promise<AuditEntryPageDto> {
    return this.audit.list(organizationId, query);
  }
}
