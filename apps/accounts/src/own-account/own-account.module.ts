import { Module } from '@nestjs/common';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorChangesModule } from '../second-factor-changes/second-factor-changes.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnPasskeyController } from './own-passkey.controller.js';
import { OwnPasskeyService } from './own-passkey.service.js';
import { OwnPasswordProof } from './own-password-proof.js';
import { OwnPasswordService } from './own-password.service.js';
import { OwnSecondFactorController } from './own-second-factor.controller.js';
import { OwnSecondFactorService } from './own-second-factor.service.js';
import { OwnSignInService } from './own-sign-in.service.js';

@Module({
  imports: [
    SignInModule,
    PasskeysModule,
    PasswordsModule,
    PasswordLinksModule,
    SecondFactorsModule,
    SecondFactorChangesModule,
  ],
  controllers: [OwnAccountController, OwnSecondFactorController, OwnPasskeyController],
  providers: [
    OwnSignInService,
    OwnPasswordProof,
    OwnPasswordService,
    OwnSecondFactorService,
    OwnPasskeyService,
  ],
  exports: [OwnPasswordProof],
})
export class OwnAccountModule {}
