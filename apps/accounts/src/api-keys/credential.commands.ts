import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { ResolveCredential, ResolvedCredential } from '@capture/contracts';
import { CredentialService } from './credential.service.js';

@Controller()
export class CredentialCommands {
  constructor(private readonly credentials: CredentialService) {}

  @MessagePattern('accounts.resolve_credential')
  resolve(@Payload() payload: ResolveCredential): Promise<ResolvedCredential | null> {
    return this.credentials.resolve(payload);
  }
}
