import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';

/** Uploads of an organization that is deleted. */
@Injectable()
export class OrganizationMediaRepository {
  constructor(private readonly database: Database) {}

  /** Ends up to `limit` uploads, whatever they are at; returns their ids, and how many bytes were counted as stored. */
  async end(organizationId: string, now: Date, limit: number): Promise<{ id: string; bytes: number }[]> {
    const rows = await this.database.query<{ id: string; bytes: bigint }>(
      `UPDATE upload SET state = CASE state WHEN 'completed' THEN 'removed' ELSE 'aborted' END, ended_at = $2,
         cleared_at = NULL, completion = NULL
       WHERE id = ANY (ARRAY(SELECT id FROM upload WHERE organization_id = $1
         AND state IN ('open', 'stranded', 'processing', 'failed', 'completed') LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING id, (SELECT coalesce(sum(p.size), 0)::bigint FROM upload_part p
         WHERE p.upload_id = upload.id AND p.stored_at IS NOT NULL) AS bytes`,
      organizationId,
      now,
      limit,
    );
    return rows.map(({ id, bytes }) => ({ id, bytes: Number(bytes) }));
  }

  /** Up to `limit` ended uploads whose bytes are still to go. */
  async uncleared(organizationId: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM upload WHERE organization_id = $1 AND state IN ('aborted', 'removed') AND cleared_at IS NULL
       ORDER BY id LIMIT $2`,
      organizationId,
      limit,
    );
    return rows.map(({ id }) => id);
  }
}
