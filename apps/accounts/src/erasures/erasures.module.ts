import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SuppressionsModule } from '../suppressions/suppressions.module.js';
import { ErasureCommands } from './erasure.commands.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

@Module({
  imports: [
    AuditModule,
    MailModule,
    MembersModule,
    OrganizationsModule,
    InvitationsModule,
    SuppressionsModule,
  ],
  controllers: [ErasureCommands],
  providers: [ErasureService, ErasureRepository],
})
export class ErasuresModule {}
