import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { ResolveCredential, ResolvedCredential } from '@capture/contracts';
import { CommandHandler } from '@capture/messaging';
import { CredentialService } from './credential.service.js';

@Controller()
export class CredentialCommands {
  constructor(private readonly credentials: CredentialService) {}

  @CommandHandler('accounts.resolve_credential')
  resolve(@Payload() payload: ResolveCredential): Promise<ResolvedCredential | null> {
    return this.credentials.resolve(payload);
  }
}
