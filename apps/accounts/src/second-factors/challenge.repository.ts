import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient, SignInChallenge } from '../generated/prisma/client.js';

export type { SignInChallenge };

/** Sign-ins whose password was right and that wait for a code. */
@Injectable()
export class ChallengeRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(challenge: SignInChallenge): Promise<void> {
    await this.database.client.signInChallenge.create({ data: challenge });
  }

  async find(id: string, now: Date): Promise<SignInChallenge | undefined> {
    const where = { id, expiresAt: { gt: now } };
    return (await this.database.client.signInChallenge.findFirst({ where })) ?? undefined;
  }

  /** False when another call has used it. */
  async use(id: string): Promise<boolean> {
    return (await this.database.client.signInChallenge.deleteMany({ where: { id } })).count === 1;
  }

  /** Deletes up to `limit` challenges that ran out by `now`; returns how many. */
  deleteEnded(now: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM sign_in_challenge WHERE id = ANY
         (ARRAY(SELECT id FROM sign_in_challenge WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      now,
      limit,
    );
  }
}
