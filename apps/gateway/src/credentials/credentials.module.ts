import { Module } from '@nestjs/common';
import { BudgetsModule, SHARED_BUDGETS } from '../budgets/budgets.module.js';
import type { RedisBudgets } from '../budgets/redis-budgets.js';
import { ForwardingModule } from '../forwarding/forwarding.module.js';
import { CredentialQuestion } from './credential-question.js';
import { Credentials } from './credentials.js';
import { KNOWN_TOKENS, MemoryKnownTokens, type KnownTokens } from './known-tokens.js';
import { SharedKnownTokens } from './shared-known-tokens.js';

const openKnownTokens = (shared: RedisBudgets | null): KnownTokens =>
  shared ? new SharedKnownTokens(shared.connection) : new MemoryKnownTokens();

@Module({
  imports: [BudgetsModule, ForwardingModule],
  providers: [
    Credentials,
    CredentialQuestion,
    { provide: KNOWN_TOKENS, useFactory: openKnownTokens, inject: [SHARED_BUDGETS] },
  ],
  exports: [Credentials, KNOWN_TOKENS],
})
export class CredentialsModule {}
