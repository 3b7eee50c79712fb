import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DomainRecords } from './domain-records.js';
import { MailDomainController } from './mail-domain.controller.js';
import { MailDomainJobs } from './mail-domain.jobs.js';
import { MailDomainRepository } from './mail-domain.repository.js';
import { MailDomainService } from './mail-domain.service.js';
import { OwnerMails } from './owner-mails.js';

@Module({
  imports: [OrganizationsModule, MembersModule, AuditModule, MailModule],
  controllers: [MailDomainController],
  providers: [MailDomainService, MailDomainRepository, DomainRecords, OwnerMails, MailDomainJobs],
  exports: [MailDomainService, MailDomainRepository, OwnerMails],
})
export class MailDomainsModule {}
