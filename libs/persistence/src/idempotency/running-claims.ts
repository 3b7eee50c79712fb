import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { IdempotentUse } from './idempotent-use.js';
import { StoredAnswerRepository } from './stored-answer.repository.js';

/** The Idempotency-Keys that calls of this process have claimed: no other call gets them while the process lives. */
@Injectable()
export class RunningClaims {
  private readonly uses = new Set<IdempotentUse>();

  constructor(
    private readonly database: Database,
    private readonly answers: StoredAnswerRepository,
  ) {}

  /** False when the key is answered, or when another call has it whose process lives. */
  async claim(use: IdempotentUse): Promise<boolean> {
    const isClaimed = await this.answers.claim(use);
    if (isClaimed) this.uses.add(use);
    return isClaimed;
  }

  /** Frees the key unless it is answered. */
  async end(use: IdempotentUse): Promise<void> {
    this.uses.delete(use);
    if (!use.answered) await this.answers.release(use);
  }

  async renew(): Promise<void> {
    const uses = [...this.uses];
    if (uses.length === 0) return;
    await this.database.forEveryOrganization('calls of any organization may be running', () =>
      this.answers.renew(uses),
    );
  }
}
