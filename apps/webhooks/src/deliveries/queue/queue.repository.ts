import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PROVEN_AFTER } from '../../endpoints/endpoint.model.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { FAST_PER_ENDPOINT, SLOW_PER_ENDPOINT } from './concurrency.model.js';

/** Deliveries that one transaction takes off the queue. */
export const HOLD_BATCH = 5000;

/** Endpoints with queued deliveries, deleted ones included: a loose index scan that hops from one to the next. */
const HOP = `hop AS (
    (SELECT endpoint_id FROM queue_item ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT q.endpoint_id FROM queue_item q WHERE q.endpoint_id > hop.endpoint_id ORDER BY q.endpoint_id LIMIT 1)
    FROM hop WHERE hop.endpoint_id IS NOT NULL
  )`;

/** Up to its limit, as a claim counts them: in flight, bulk or not, with a lease that ends by $2. */
const flying = (bulk: 'q.bulk' | 'NOT q.bulk'): string =>
  `(SELECT 1 FROM queue_item q WHERE q.endpoint_id = e.id AND ${bulk} AND q.due_at > $1 AND q.due_at <= $2
      AND q.lease_id IS NOT NULL ORDER BY q.due_at LIMIT ${FAST_PER_ENDPOINT})`;

export const STATE = `
  WITH RECURSIVE ${HOP}
  SELECT (SELECT min(first.due_at) FROM hop JOIN endpoint e ON e.id = hop.endpoint_id CROSS JOIN LATERAL (
            SELECT q.due_at FROM queue_item q WHERE q.endpoint_id = e.id AND NOT q.bulk AND q.due_at <= $1
            ORDER BY q.due_at LIMIT 1
          ) first CROSS JOIN LATERAL (
            SELECT count(*) AS flying FROM (${flying('NOT q.bulk')} UNION ALL ${flying('q.bulk')}) leased
          ) own
          WHERE e.status = 'enabled'
            AND own.flying < CASE WHEN e.prompt_streak >= ${PROVEN_AFTER} THEN ${FAST_PER_ENDPOINT} ELSE ${SLOW_PER_ENDPOINT} END
         ) AS "oldestDueAt",
         (SELECT count(*)::int FROM endpoint WHERE status = 'disabled') AS "disabledEndpoints"`;

/** Deliveries that wait for an attempt: how long they have, and what is taken off. */
@Injectable()
export class QueueRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Serializes removals of all processes, so that no two lock the same rows in different orders. */
  async lockRemovals(): Promise<void> {
    await this.database.lock('removals');
  }

  /**
   * Takes up to `HOLD_BATCH` of what waits for a disabled endpoint off the queue, except what is in flight. True when there may
   * be more.
   */
  async hold(endpointId: string, now: Date): Promise<boolean> {
    const held = await this.database.execute(
      `WITH taken AS (
         DELETE FROM queue_item WHERE delivery_id = ANY (ARRAY(
           SELECT q.delivery_id FROM queue_item q
           WHERE q.endpoint_id = $1 AND (q.lease_id IS NULL OR q.due_at <= $2)
           ORDER BY q.bulk, q.due_at LIMIT $3 FOR UPDATE
         )) RETURNING delivery_id
       ) UPDATE delivery SET status = 'held' WHERE id = ANY (ARRAY(SELECT delivery_id FROM taken))`,
      endpointId,
      now,
      HOLD_BATCH,
    );
    return held === HOLD_BATCH;
  }

  /** Disabled endpoints with queued deliveries: more waited than one transaction takes, or a worker died while they were in flight. */
  async disabledWithQueue(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT e.id FROM endpoint e WHERE e.status = 'disabled' AND EXISTS (SELECT 1 FROM queue_item q WHERE q.endpoint_id = e.id)`,
    );
    return rows.map((row) => row.id);
  }

  /**
   * When the oldest delivery was due that could go out, and how many endpoints are disabled. Bulk replays wait their turn, and
   * endpoints with as many attempts in flight as they may have wait for their own receivers: neither says anything about the
   * workers. Its cost does not grow with the backlog either: metrics are collected every few seconds.
   */
  async state(now: Date, leaseMs: number): Promise<{ oldestDueAt: Date | null; disabledEndpoints: number }> {
    const [row] = await this.database.query<{ oldestDueAt: Date | null; disabledEndpoints: number }>(
      STATE,
      now,
      // Leases of processes whose clocks run ahead count too.
      new Date(now.getTime() + 2 * leaseMs),
    );
    return row ?? { oldestDueAt: null, disabledEndpoints: 0 };
  }
}
