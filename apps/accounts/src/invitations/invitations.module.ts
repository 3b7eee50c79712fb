import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MailLimitsModule } from '../mail-limits/mail-limits.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AcceptanceController } from './acceptance.controller.js';
import { AcceptanceService } from './acceptance.service.js';
import { InvitationController } from './invitation.controller.js';
import { InvitationJobs } from './invitation.jobs.js';
import { InvitationListener } from './invitation.listener.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationService } from './invitation.service.js';

@Module({
  imports: [OrganizationsModule, MembersModule, PasswordsModule, MailLimitsModule, MailModule, AuditModule],
  controllers: [InvitationController, AcceptanceController],
  providers: [InvitationService, AcceptanceService, InvitationRepository, InvitationListener, InvitationJobs],
  exports: [InvitationRepository],
})
export class InvitationsModule {}
