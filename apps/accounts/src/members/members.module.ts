import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { MemberListeners } from './member-listeners.js';
import { MemberAddingController } from './member-adding.controller.js';
import { MemberController } from './member.controller.js';
import { MemberRepository } from './member.repository.js';
import { MemberService } from './member.service.js';

@Module({
  imports: [OrganizationsModule, AuditModule],
  controllers: [MemberController, MemberAddingController],
  providers: [MemberService, MemberRepository, MemberListeners],
  exports: [MemberService, MemberRepository, MemberListeners],
})
export class MembersModule {}
