import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MemberSecondFactorController } from './member-second-factor.controller.js';
import { SecondFactorChanges } from './second-factor-changes.js';
import { SecondFactorResetService } from './second-factor-reset.service.js';

@Module({
  imports: [
    MembersModule,
    PasswordsModule,
    SecondFactorsModule,
    PasskeysModule,
    SignInModule,
    MailModule,
    AuditModule,
  ],
  controllers: [MemberSecondFactorController],
  providers: [SecondFactorChanges, SecondFactorResetService],
  exports: [SecondFactorChanges],
})
export class SecondFactorChangesModule {}
