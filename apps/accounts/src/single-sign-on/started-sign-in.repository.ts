import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient, StartedSignIn } from '../generated/prisma/client.js';

export type { StartedSignIn };

/** Sign-ins that are waited for while their browsers are at a provider. */
@Injectable()
export class StartedSignInRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async insert(started: StartedSignIn): Promise<void> {
    await this.database.client.startedSignIn.create({ data: started });
  }

  /** Takes one for good, if it was begun in the browser that asks. Of two at once one gets it. */
  async take(id: string, browserTag: string, now: Date): Promise<StartedSignIn | undefined> {
    const [row] = await this.database.query<StartedSignIn>(
      `DELETE FROM started_sign_in WHERE id = $1 AND browser_tag = $2 AND expires_at > $3
       RETURNING id, organization_id AS "organizationId", browser_tag AS "browserTag",
                 failure_ids AS "failureIds", expires_at AS "expiresAt"`,
      id,
      browserTag,
      now,
    );
    return row;
  }

  /** Deletes up to `limit` that ran out by `now`; returns how many. */
  deleteEnded(now: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM started_sign_in WHERE id = ANY
         (ARRAY(SELECT id FROM started_sign_in WHERE expires_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      now,
      limit,
    );
  }
}
