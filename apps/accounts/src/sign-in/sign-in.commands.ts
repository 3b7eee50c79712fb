import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { MemberPrincipal, ResolveSignIn } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInCommands {
  constructor(private readonly signIns: SignInService) {}

  @CommandHandler('accounts.resolve_sign_in')
  resolve(@Payload() payload: ResolveSignIn): Promise<MemberPrincipal | null> {
    return this.signIns.resolve(payload);
  }
}
