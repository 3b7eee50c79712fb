import { Module } from '@nestjs/common';
import { AuditConsumers } from './audit.consumers.js';
import { AuditController } from './audit.controller.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { ChangeIntakeService } from './change-intake.service.js';

@Module({
  controllers: [AuditController, AuditConsumers],
  providers: [AuditService, AuditRepository, ChangeIntakeService],
  exports: [AuditRepository],
})
export class AuditModule {}
