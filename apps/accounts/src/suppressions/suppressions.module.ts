import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SuppressionCommands } from './suppression.commands.js';
import { SuppressionController } from './suppression.controller.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';

@Module({
  imports: [OrganizationsModule, AuditModule],
  controllers: [SuppressionController, SuppressionCommands],
  providers: [SuppressionService, SuppressionRepository],
  exports: [SuppressionService],
})
export class SuppressionsModule {}
