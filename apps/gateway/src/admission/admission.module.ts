import { Module } from '@nestjs/common';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { AddressBrake } from './address-brake.js';
import { Admission } from './admission.js';
import { CallerAddress } from './caller-address.js';
import { ConsoleAdmission } from './console-admission.js';

@Module({
  imports: [CredentialsModule, BudgetsModule],
  providers: [Admission, AddressBrake, CallerAddress, ConsoleAdmission],
  exports: [Admission, ConsoleAdmission],
})
export class AdmissionModule {}
