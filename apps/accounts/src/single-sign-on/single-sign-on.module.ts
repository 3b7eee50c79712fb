import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IdentityProvidersModule } from '../identity-providers/identity-providers.module.js';
import { MailDomainsModule } from '../mail-domains/mail-domains.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { IdentityListener } from './identity.listener.js';
import { IdentityRepository } from './identity.repository.js';
import { IdentityService } from './identity.service.js';
import { SingleSignOnController } from './single-sign-on.controller.js';
import { SingleSignOnJobs } from './single-sign-on.jobs.js';
import { SingleSignOnService } from './single-sign-on.service.js';
import { StartedSignInRepository } from './started-sign-in.repository.js';
import { StartedSignIns } from './started-sign-ins.js';

@Module({
  imports: [
    OrganizationsModule,
    MembersModule,
    AuditModule,
    SignInModule,
    MailDomainsModule,
    IdentityProvidersModule,
  ],
  controllers: [SingleSignOnController],
  providers: [
    SingleSignOnService,
    StartedSignIns,
    StartedSignInRepository,
    IdentityService,
    IdentityRepository,
    IdentityListener,
    SingleSignOnJobs,
  ],
})
export class SingleSignOnModule {}
