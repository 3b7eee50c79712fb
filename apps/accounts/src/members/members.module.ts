import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MemberListeners } from './member-listeners.js';
import { MemberAddingController } from './member-adding.controller.js';
import { MemberController } from './member.controller.js';
import { MemberRepository } from './member.repository.js';
import { MemberService } from './member.service.js';
import { OwnerMails } from './owner-mails.js';

@Module({
  imports: [OrganizationsModule, AuditModule, MailModule],
  controllers: [MemberController, MemberAddingController],
  providers: [MemberService, MemberRepository, MemberListeners, OwnerMails],
  exports: [MemberService, MemberRepository, MemberListeners, OwnerMails],
})
export class MembersModule {}
