import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MailCountRepository } from './mail-count.repository.js';
import { MailLimits } from './mail-limits.js';

@Module({
  imports: [SignInModule],
  providers: [MailLimits, MailCountRepository],
  exports: [MailLimits],
})
export class MailLimitsModule {}
