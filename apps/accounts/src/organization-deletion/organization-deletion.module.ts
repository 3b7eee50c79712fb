import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { OwnAccountModule } from '../own-account/own-account.module.js';
import { OrganizationClosing } from './organization-closing.service.js';
import { OrganizationDeletionController } from './organization-deletion.controller.js';
import { OrganizationDeletionJobs } from './organization-deletion.jobs.js';
import { OrganizationDeletionMetrics } from './organization-deletion.metrics.js';
import { OrganizationDeletionRepository } from './organization-deletion.repository.js';
import { OrganizationDeletionRun } from './organization-deletion-run.service.js';
import { OrganizationDeletionService } from './organization-deletion.service.js';
import { OwnOrganizationDeletionController } from './own-organization-deletion.controller.js';

/** Deletes organizations, in every service, after a time in which that can be taken back. */
@Module({
  imports: [ApiKeysModule, AuditModule, MailModule, MembersModule, OrganizationsModule, OwnAccountModule],
  controllers: [OrganizationDeletionController, OwnOrganizationDeletionController],
  providers: [
    OrganizationClosing,
    OrganizationDeletionJobs,
    OrganizationDeletionMetrics,
    OrganizationDeletionRepository,
    OrganizationDeletionRun,
    OrganizationDeletionService,
  ],
})
export class OrganizationDeletionModule {}
