import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PasskeyChallenge, PrismaClient } from '../generated/prisma/client.js';

export type { PasskeyChallenge };

/** Challenges that devices have not signed yet. */
@Injectable()
export class PasskeyChallengeRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(challenge: PasskeyChallenge): Promise<void> {
    await this.database.client.passkeyChallenge.create({ data: challenge });
  }

  /** Takes one for good, if it was made for this browser or this sign-in. Of two at once one gets it. */
  async take(
    id: string,
    madeFor: { browserTag: string } | { signInId: string },
    now: Date,
  ): Promise<PasskeyChallenge | undefined> {
    const [row] = await this.database.query<PasskeyChallenge>(
      `DELETE FROM passkey_challenge WHERE id = $1 AND expires_at > $2
         AND browser_tag IS NOT DISTINCT FROM $3 AND sign_in_id IS NOT DISTINCT FROM $4
       RETURNING id, browser_tag AS "browserTag", sign_in_id AS "signInId",
                 failure_ids AS "failureIds", expires_at AS "expiresAt"`,
      id,
      now,
      'browserTag' in madeFor ? madeFor.browserTag : null,
      'signInId' in madeFor ? madeFor.signInId : null,
    );
    return row;
  }

  /** Deletes up to `limit` that ran out by `now`; returns how many. */
  deleteEnded(now: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM passkey_challenge WHERE id = ANY
         (ARRAY(SELECT id FROM passkey_challenge WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      now,
      limit,
    );
  }
}
