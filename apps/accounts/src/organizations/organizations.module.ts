import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { OrganizationController } from './organization.controller.js';
import { OrganizationRepository } from './organization.repository.js';
import { OwnOrganizationController } from './own-organization.controller.js';
import { OrganizationService } from './organization.service.js';

@Module({
  imports: [PlansModule, AuditModule],
  controllers: [OrganizationController, OwnOrganizationController],
  providers: [OrganizationService, OrganizationRepository],
  exports: [OrganizationService, OrganizationRepository],
})
export class OrganizationsModule {}
