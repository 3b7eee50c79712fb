import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { Delivery } from '@capture/messaging';

export interface DeadLetterRow {
  id: string;
  consumer: string;
  envelope: string;
  deliveries: number;
}

/** A text to be found, as regular expressions of PostgreSQL that are matched without regard to case. */
export interface TextPattern {
  exact: string;
  /** Found wherever `exact` is, in much less time. */
  rough: string;
}

@Injectable()
export class DeadLetterRepository {
  constructor(private readonly database: Database) {}

  async record(consumer: string, { event, attempt }: Delivery, error: string): Promise<void> {
    await this.database.execute(
      `INSERT INTO dead_letter (consumer, event_id, type, organization_id, envelope, error, deliveries)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (consumer, event_id) DO UPDATE SET error = $6, deliveries = $7, redriven_at = NULL`,
      consumer,
      event.id,
      event.type,
      event.organizationId,
      JSON.stringify(event),
      error,
      attempt,
    );
  }

  /** Writes a letter that needs new pages. Only to be rolled back. @throws where there is no space for it */
  async fillPages(): Promise<void> {
    await this.database.execute(
      `INSERT INTO dead_letter (consumer, event_id, type, organization_id, envelope, error, deliveries)
       SELECT 'space', gen_random_uuid()::text, 'space', 'space', '',
              (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 2048)), 0`,
    );
  }

  /** Open dead letters, oldest first, from after `afterId`; only those of `eventIds` where given. */
  open(eventIds: string[] | undefined, afterId: string, limit: number): Promise<DeadLetterRow[]> {
    return this.database.query<DeadLetterRow>(
      `SELECT id::text AS id, consumer, envelope, deliveries FROM dead_letter
       WHERE redriven_at IS NULL AND id > $1::bigint
         AND ($2::jsonb IS NULL OR event_id IN (SELECT jsonb_array_elements_text($2::jsonb)))
       ORDER BY id LIMIT $3`,
      afterId,
      eventIds ? JSON.stringify(eventIds) : null,
      limit,
    );
  }

  /** Returns how many open letters of the organization had the text. In redriven ones it is replaced too. */
  async replaceText(organizationId: string, { exact, rough }: TextPattern, by: string): Promise<number> {
    const [row] = await this.database.query<{ open: number }>(
      `WITH changed AS (
         UPDATE dead_letter SET envelope = regexp_replace(envelope, $2, $3, 'gi'), error = regexp_replace(error, $2, $3, 'gi')
         WHERE organization_id = $1 AND (envelope ~* $4 AND envelope ~* $2 OR error ~* $4 AND error ~* $2)
         RETURNING redriven_at
       ) SELECT count(*)::int AS open FROM changed WHERE redriven_at IS NULL`,
      organizationId,
      exact,
      by,
      rough,
    );
    return row?.open ?? 0;
  }

  async markRedriven(id: string): Promise<void> {
    await this.database.execute('UPDATE dead_letter SET redriven_at = now() WHERE id = $1::bigint', id);
  }

  /** Deletes up to `limit` letters redriven before `before`; returns how many. Open ones stay. */
  prune(before: Date, limit: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM dead_letter WHERE id = ANY
         (ARRAY(SELECT id FROM dead_letter WHERE redriven_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      before,
      limit,
    );
  }

  async count(): Promise<number> {
    const [row] = await this.database.query<{ open: number }>(
      'SELECT count(*)::int AS open FROM dead_letter WHERE redriven_at IS NULL',
    );
    return row?.open ?? 0;
  }
}
