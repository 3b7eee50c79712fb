import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MemberPasswordLinkController } from './member-password-link.controller.js';
import { PasswordChanges } from './password-changes.js';
import { PasswordLinkJobs } from './password-link.jobs.js';
import { PasswordLinkListener } from './password-link.listener.js';
import { PasswordLinkRepository } from './password-link.repository.js';
import { PasswordLinkService } from './password-link.service.js';
import { PasswordController } from './password.controller.js';

@Module({
  imports: [MembersModule, PasswordsModule, SignInModule, AuditModule],
  controllers: [MemberPasswordLinkController, PasswordController],
  providers: [
    PasswordLinkService,
    PasswordChanges,
    PasswordLinkRepository,
    PasswordLinkListener,
    PasswordLinkJobs,
  ],
  exports: [PasswordChanges],
})
export class PasswordLinksModule {}
