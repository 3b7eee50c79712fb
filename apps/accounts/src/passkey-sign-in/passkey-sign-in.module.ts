import { Module } from '@nestjs/common';
import { BrowsersModule } from '../browsers/browsers.module.js';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorChangesModule } from '../second-factor-changes/second-factor-changes.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { WantedOrganizationModule } from '../wanted-organization/wanted-organization.module.js';
import { PasskeySignInController } from './passkey-sign-in.controller.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';

@Module({
  imports: [
    BrowsersModule,
    PasskeysModule,
    PasswordsModule,
    SignInModule,
    SecondFactorChangesModule,
    WantedOrganizationModule,
  ],
  controllers: [PasskeySignInController],
  providers: [PasskeySignInService],
})
export class PasskeySignInModule {}
