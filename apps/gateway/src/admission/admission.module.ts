import { Module } from '@nestjs/common';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { FailureThrottle } from './failure-throttle.js';
import { Admission } from './admission.js';
import { CallerAddress } from './caller-address.js';
import { ConsoleAdmission } from './console-admission.js';
import { OperatorAdmission } from './operator-admission.js';
import { PasswordBackpressure } from './password-backpressure.js';
import { Refusals } from './refusals.js';

@Module({
  imports: [CredentialsModule, BudgetsModule],
  providers: [
    Admission,
    FailureThrottle,
    CallerAddress,
    ConsoleAdmission,
    OperatorAdmission,
    PasswordBackpressure,
    Refusals,
  ],
  exports: [Admission, ConsoleAdmission, OperatorAdmission, PasswordBackpressure],
})
export class AdmissionModule {}
