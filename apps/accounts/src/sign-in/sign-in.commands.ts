import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ResolvedSignIn, ResolveSignIn } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInCommands {
  constructor(private readonly signIns: SignInService) {}

  @CommandHandler('accounts.resolve_sign_in')
  resolve(@Payload() payload: ResolveSignIn): Promise<ResolvedSignIn | null> {
    return this.signIns.resolve(payload);
  }
}
