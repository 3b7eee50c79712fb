import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ResolvedSignIn, ResolveSignIn } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { CurrentSignInService } from './current-sign-in.service.js';

@Controller()
export class SignInCommands {
  constructor(private readonly current: CurrentSignInService) {}

  @CommandHandler('accounts.resolve_sign_in')
  resolve(@Payload() payload: ResolveSignIn): Promise<ResolvedSignIn | null> {
    return this.current.resolve(payload);
  }
}
