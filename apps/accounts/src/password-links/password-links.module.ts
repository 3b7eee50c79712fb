import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorChangesModule } from '../second-factor-changes/second-factor-changes.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MemberPasswordLinkController } from './member-password-link.controller.js';
import { PasswordChanges } from './password-changes.js';
import { PasswordLinkJobs } from './password-link.jobs.js';
import { PasswordLinkListener } from './password-link.listener.js';
import { PasswordLinkRepository } from './password-link.repository.js';
import { PasswordLinkService } from './password-link.service.js';
import { PasswordResetJobs } from './password-reset.jobs.js';
import { PasswordResetRepository } from './password-reset.repository.js';
import { PasswordResetService } from './password-reset.service.js';
import { PasswordController } from './password.controller.js';

@Module({
  imports: [
    OrganizationsModule,
    MembersModule,
    PasswordsModule,
    PasskeysModule,
    SignInModule,
    SecondFactorChangesModule,
    MailModule,
    AuditModule,
  ],
  controllers: [MemberPasswordLinkController, PasswordController],
  providers: [
    PasswordLinkService,
    PasswordChanges,
    PasswordLinkRepository,
    PasswordLinkListener,
    PasswordLinkJobs,
    PasswordResetService,
    PasswordResetRepository,
    PasswordResetJobs,
  ],
  exports: [PasswordChanges, PasswordLinkService],
})
export class PasswordLinksModule {}
