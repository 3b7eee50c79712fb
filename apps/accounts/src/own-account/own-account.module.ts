import { Module } from '@nestjs/common';
import { PasswordLinksModule } from '../password-links/password-links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnPasswordService } from './own-password.service.js';
import { OwnSignInService } from './own-sign-in.service.js';

@Module({
  imports: [SignInModule, PasswordsModule, PasswordLinksModule],
  controllers: [OwnAccountController],
  providers: [OwnSignInService, OwnPasswordService],
})
export class OwnAccountModule {}
