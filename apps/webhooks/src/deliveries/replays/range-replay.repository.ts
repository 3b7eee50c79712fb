import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { DeliveryStatus } from '../delivery.model.js';

export interface ReplayRange {
  /** Deliveries made at or after. */
  from: Date;
  /** And before. */
  to: Date;
  /** Null takes every status. */
  status: DeliveryStatus | null;
}

/** What of a range is still to be queued: the deliveries after this one, by when they were made. */
export interface RestOfRange extends ReplayRange {
  endpointId: string;
  /** Empty before the first. */
  afterId: string;
}

export interface UnfinishedReplay extends RestOfRange {
  id: bigint;
  organizationId: string;
}

const REST =
  'd.endpoint_id = $1 AND d.created_at >= $2 AND d.created_at < $3 AND (d.created_at > $2 OR d.id > $4)';
/** Not a ping, and off the queue: no attempt writes to it, so this cannot race with an outcome. */
const FINISHED = `d.status <> 'pending' AND EXISTS (SELECT 1 FROM event v WHERE v.id = d.event_id AND v.sequence IS NOT NULL)`;

export const NEXT_OF_RANGE = `SELECT d.id, d.created_at AS "createdAt" FROM delivery d WHERE ${REST} ORDER BY d.created_at, d.id LIMIT $5`;

const UNFINISHED = `SELECT id, organization_id AS "organizationId", endpoint_id AS "endpointId", from_at AS "from", to_at AS "to", status, after_id AS "afterId" FROM range_replay`;

/** Replays of ranges: which deliveries are queued next, and how far the large ones have come. */
@Injectable()
export class RangeReplayRepository {
  constructor(private readonly database: Database) {}

  /**
   * Looks at the next `most` deliveries and queues those that are finished or held as bulk, which live events go before.
   * Returns how many, and what is left; null when nothing is.
   */
  async queueNext(
    range: RestOfRange,
    most: number,
    now: Date,
  ): Promise<{ queued: number; rest: RestOfRange | null }> {
    const { endpointId, from, to, afterId, status } = range;
    const rows = await this.database.query<{ id: string; createdAt: Date }>(
      NEXT_OF_RANGE,
      endpointId,
      from,
      to,
      afterId,
      most,
    );
    const ids = rows.map(({ id }) => id);
    const queued = await this.database.execute(
      `WITH chosen AS (
         UPDATE delivery d SET status = 'pending', completed_at = NULL
         WHERE d.id = ANY($1::text[]) AND ($2::text IS NULL OR d.status = $2) AND ${FINISHED}
         RETURNING d.id, d.endpoint_id, d.organization_id
       )
       INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at, bulk)
       SELECT id, endpoint_id, organization_id, $3::timestamptz, true FROM chosen`,
      ids,
      status,
      now,
    );
    const last = rows.at(-1);
    const ended = last === undefined || rows.length < most;
    return { queued, rest: ended ? null : { ...range, from: last.createdAt, afterId: last.id } };
  }

  /** How many deliveries of the rest would be queued now. */
  async count({ endpointId, from, to, afterId, status }: RestOfRange): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM delivery d WHERE ${REST} AND ($5::text IS NULL OR d.status = $5) AND ${FINISHED}`,
      endpointId,
      from,
      to,
      afterId,
      status,
    );
    return row?.count ?? 0;
  }

  /** Notes what is left, so that any process can go on with it. */
  async keep(organizationId: string, rest: RestOfRange, now: Date): Promise<void> {
    const { endpointId, from, to, status, afterId } = rest;
    await this.database.execute(
      `INSERT INTO range_replay (organization_id, endpoint_id, from_at, to_at, status, after_id, advanced_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      ...[organizationId, endpointId, from, to, status, afterId, now],
    );
  }

  /** The one that has waited longest for its next batch, none of `failed`: a large one does not hold up the others. */
  async next(failed: ReadonlySet<bigint>): Promise<UnfinishedReplay | undefined> {
    const rows = await this.database.query<UnfinishedReplay>(
      `${UNFINISHED} WHERE id <> ALL($1::text[]::bigint[]) ORDER BY advanced_at, id LIMIT 1`,
      [...failed].map(String),
    );
    return rows[0];
  }

  /** Lets the others go before it. */
  async putOff(id: bigint, now: Date): Promise<void> {
    await this.database.execute('UPDATE range_replay SET advanced_at = $2 WHERE id = $1', id, now);
  }

  /** As it is now; undefined once it has ended. */
  async find(id: bigint): Promise<UnfinishedReplay | undefined> {
    const rows = await this.database.query<UnfinishedReplay>(`${UNFINISHED} WHERE id = $1`, id);
    return rows[0];
  }

  async advance(id: bigint, { from, afterId }: RestOfRange, now: Date): Promise<void> {
    await this.database.execute(
      'UPDATE range_replay SET from_at = $2, after_id = $3, advanced_at = $4 WHERE id = $1',
      ...[id, from, afterId, now],
    );
  }

  async end(id: bigint): Promise<void> {
    await this.database.execute('DELETE FROM range_replay WHERE id = $1', id);
  }

  /** Ends all of an endpoint. */
  async endAll(endpointId: string): Promise<void> {
    await this.database.execute('DELETE FROM range_replay WHERE endpoint_id = $1', endpointId);
  }
}
