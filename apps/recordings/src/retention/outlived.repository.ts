import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

/** $1 organization, $2 now, $3 days, $4 the most that are counted. The statuses by name, so that an index leads to the rows. */
export const COUNT_OUTLIVED = `SELECT count(*)::int AS count FROM (
    SELECT 1 FROM recording WHERE organization_id = $1 AND status IN ('partial', 'complete')
      AND created_at <= $2::timestamptz - make_interval(days => $3) AND deleted_at IS NULL AND promoted_at IS NOT NULL
    LIMIT $4) counted`;

@Injectable()
export class OutlivedRepository {
  constructor(private readonly database: Database) {}

  /** Recordings whose footage is older than `days`, at most `most` of them: those that the sweep of such a retention deletes. */
  async count(organizationId: string, days: number, now: Date, most: number): Promise<number> {
    const rows = await this.database.query<{ count: number }>(
      COUNT_OUTLIVED,
      organizationId,
      now,
      days,
      most,
    );
    return rows[0]?.count ?? 0;
  }
}
