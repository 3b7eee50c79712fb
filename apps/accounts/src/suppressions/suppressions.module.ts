import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { SuppressionBatchController } from './suppression-batch.controller.js';
import { SuppressionBatchService } from './suppression-batch.service.js';
import { SuppressionCommands } from './suppression.commands.js';
import { SuppressionController } from './suppression.controller.js';
import { SuppressionRepository } from './suppression.repository.js';
import { SuppressionService } from './suppression.service.js';

@Module({
  imports: [OrganizationsModule, AuditModule],
  controllers: [SuppressionController, SuppressionBatchController, SuppressionCommands],
  providers: [SuppressionService, SuppressionBatchService, SuppressionRepository],
  exports: [SuppressionService],
})
export class SuppressionsModule {}
