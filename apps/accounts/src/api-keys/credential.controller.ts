import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ResolveCredential, type ResolvedCredential } from '@capture/contracts';
import { Access } from '@capture/platform';
import { CredentialService } from './credential.service.js';

/** The question of `accounts.resolve_credential` for a gateway whose bus is away (ADR 26). No public route leads here. */
@ApiExcludeController()
@Access('public')
@Controller('internal/credentials')
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Post('resolve')
  @HttpCode(200)
  async resolve(@Body() body: ResolveCredential): Promise<{ credential: ResolvedCredential | null }> {
    return { credential: await this.credentials.resolve(body) };
  }
}
