import { Module } from '@nestjs/common';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { Admission } from './admission.js';
import { ConsoleAdmission } from './console-admission.js';

@Module({
  imports: [CredentialsModule, BudgetsModule],
  providers: [Admission, ConsoleAdmission],
  exports: [Admission, ConsoleAdmission],
})
export class AdmissionModule {}
