import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

interface HostSignIn {
  id: string;
  organizationId: string;
  memberId: string;
}

/**
 * Sign-ins by which rooms are hosted, and those that have ended. Both ways take the row, so that a sign-in which ends while it
 * is used to enter a room either refuses the entry or takes it back.
 */
@Injectable()
export class HostSignInRepository {
  constructor(private readonly database: Database) {}

  /** Notes that a room is entered by this sign-in. False when it has ended. */
  async use({ id, organizationId, memberId }: HostSignIn, now: Date): Promise<boolean> {
    const [row] = await this.database.prepared<{ endedAt: Date | null }>(
      `INSERT INTO host_sign_in (id, organization_id, member_id, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET member_id = excluded.member_id RETURNING ended_at AS "endedAt"`,
      id,
      organizationId,
      memberId,
      now,
    );
    return row?.endedAt === null;
  }

  async end({ id, organizationId, memberId }: HostSignIn, now: Date): Promise<void> {
    await this.database.execute(
      `INSERT INTO host_sign_in (id, organization_id, member_id, created_at, ended_at) VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (id) DO UPDATE SET ended_at = COALESCE(host_sign_in.ended_at, excluded.ended_at)`,
      id,
      organizationId,
      memberId,
      now,
    );
  }

  async endOfMember(memberId: string, now: Date): Promise<void> {
    const statement = 'UPDATE host_sign_in SET ended_at = $2 WHERE member_id = $1 AND ended_at IS NULL';
    await this.database.execute(statement, memberId, now);
  }

  /** Deletes up to `limit` that were first used before `time`; returns how many. */
  deleteBefore(time: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM host_sign_in WHERE id = ANY
         (ARRAY(SELECT id FROM host_sign_in WHERE created_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      time,
      limit,
    );
  }
}
