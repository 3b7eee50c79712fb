import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MembersModule } from '../members/members.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { CredentialCommands } from './credential.commands.js';
import { CredentialController } from './credential.controller.js';
import { CredentialJobs } from './credential.jobs.js';
import { CredentialRepository } from './credential.repository.js';
import { CredentialService } from './credential.service.js';
import { KeyOwnerListener } from './key-owner.listener.js';
import { KeyUses } from './key-uses.js';
import { KeyController } from './key.controller.js';
import { KeyJobs } from './key.jobs.js';
import { KeyRepository } from './key.repository.js';
import { KeyService } from './key.service.js';

@Module({
  imports: [OrganizationsModule, MembersModule, AuditModule, PlansModule],
  controllers: [KeyController, CredentialCommands, CredentialController],
  providers: [
    KeyService,
    KeyJobs,
    KeyRepository,
    KeyOwnerListener,
    CredentialService,
    CredentialRepository,
    CredentialJobs,
    KeyUses,
  ],
  exports: [KeyRepository],
})
export class ApiKeysModule {}
