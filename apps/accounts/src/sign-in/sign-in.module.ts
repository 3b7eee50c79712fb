import { Module } from '@nestjs/common';
import { BrowsersModule } from '../browsers/browsers.module.js';
import { MembersModule } from '../members/members.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { WantedOrganizationModule } from '../wanted-organization/wanted-organization.module.js';
import { CurrentSignInService } from './current-sign-in.service.js';
import { SignInEndings } from './sign-in-endings.js';
import { SignInFailureRepository } from './sign-in-failure.repository.js';
import { SignInCommands } from './sign-in.commands.js';
import { SignInController } from './sign-in.controller.js';
import { SignInJobs } from './sign-in.jobs.js';
import { SignInListener } from './sign-in.listener.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    BrowsersModule,
    MembersModule,
    PasswordsModule,
    SecondFactorsModule,
    PlansModule,
    WantedOrganizationModule,
  ],
  controllers: [SignInController, SignInCommands],
  providers: [
    SignInService,
    CurrentSignInService,
    SignInEndings,
    SignInRepository,
    SignInFailureRepository,
    SignInListener,
    SignInJobs,
  ],
  exports: [SignInService, SignInEndings, SignInRepository, SignInFailureRepository],
})
export class SignInModule {}
