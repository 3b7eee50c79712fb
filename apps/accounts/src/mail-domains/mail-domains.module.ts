import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DomainRecords } from './domain-records.js';
import { MailDomainController } from './mail-domain.controller.js';
import { MailDomainJobs } from './mail-domain.jobs.js';
import { MailDomainRepository } from './mail-domain.repository.js';
import { MailDomainService } from './mail-domain.service.js';
import { OwnerNews } from './owner-news.js';

@Module({
  imports: [OrganizationsModule, MembersModule, AuditModule],
  controllers: [MailDomainController],
  providers: [MailDomainService, MailDomainRepository, DomainRecords, OwnerNews, MailDomainJobs],
  exports: [MailDomainService, MailDomainRepository, OwnerNews],
})
export class MailDomainsModule {}
