import { Injectable } from '@nestjs/common';
import { definitionOf, type EventEnvelope } from '@capture/contracts';
import { Database, HAS_LOCK, tryLock, type PreparedStatement } from '@capture/persistence';
import type { Headers, MissedRange } from '@capture/messaging';

export interface AddedEvent {
  event: EventEnvelope;
  headers: Headers;
}

/** A claimed row. */
export interface ClaimedRow {
  /** Of the event: its time says in which partition the row is. */
  id: string;
  envelope: string;
  headers: Headers;
}

export interface PublishedRow {
  id: string;
  epoch: string | null;
  sequence: number;
}

export interface StoredPosition {
  event_id: string;
  sequence: number;
}

const INSERT = `
  INSERT INTO outbox (event_id, type, organization_id, envelope, headers, ordered)
  SELECT event_id, type, organization_id, envelope, headers, ordered
  FROM ROWS FROM (json_to_recordset($1::json) AS
    (event_id text, type text, organization_id text, envelope text, headers jsonb, ordered boolean))
    WITH ORDINALITY AS event(event_id, type, organization_id, envelope, headers, ordered, place)
  ORDER BY place`;

/**
 * Free rows in the order of the index on (published_at, id). By id alone they would be in the same order; the server does not
 * know that, and walks through all that is published when it was analyzed while much waited.
 */
const CLAIM = `
  WITH held AS (
    SELECT organization_id, min(id) AS first FROM outbox
    WHERE published_at IS NULL AND claimed_until >= now() AND claimed_by <> $1 GROUP BY organization_id
  ), free AS (
    SELECT o.event_id FROM outbox o
    WHERE ${HAS_LOCK} AND o.published_at IS NULL AND (o.claimed_until IS NULL OR o.claimed_until < now())
      AND NOT EXISTS (SELECT 1 FROM held h WHERE h.organization_id = o.organization_id AND h.first < o.id)
    ORDER BY o.published_at, o.id LIMIT $2 FOR UPDATE OF o SKIP LOCKED
  ), claimed AS (
    UPDATE outbox SET claimed_by = $1, claimed_until = now() + $3 * interval '1 millisecond'
    FROM free WHERE outbox.event_id = free.event_id RETURNING outbox.id, outbox.event_id, envelope, headers
  )
  SELECT event_id AS id, envelope, headers FROM claimed ORDER BY claimed.id`;

/**
 * Without a join, which a plan that is kept could make quadratic. A kept plan leaves out partitions by bounds, and not by a list of
 * ids: it is as quick as over one table. The server finds the bounds, whose collation may order ids in another way than we do.
 */
const MARK = `
  UPDATE outbox SET published_at = now(), claimed_until = NULL, claimed_by = NULL,
    stream_epoch = $1::jsonb -> event_id ->> 'epoch', stream_sequence = ($1::jsonb -> event_id ->> 'sequence')::bigint
  WHERE event_id = ANY($2::text[]) AND event_id >= first_id($2::text[]) AND event_id <= last_id($2::text[])`;

const HAS_PENDING =
  'SELECT 1 AS found FROM outbox WHERE published_at IS NULL AND (claimed_until IS NULL OR claimed_until < now()) LIMIT 1';

/** A claim or a mark that a crash of the server loses is made again: its events are published twice, which is harmless. */
const LOSABLE = { walksIndexes: true, commitsAsynchronously: true };

/** Makes a published row pending again. */
const FORGET =
  'SET published_at = NULL, claimed_until = NULL, claimed_by = NULL, stream_epoch = NULL, stream_sequence = NULL';

/** Adds events in this order. */
export function insertStatement(added: readonly AddedEvent[]): PreparedStatement {
  const rows = added.map(({ event, headers }) => ({
    event_id: event.id,
    type: event.type,
    organization_id: event.organizationId,
    envelope: JSON.stringify(event),
    headers,
    // Others are told to no integrator, and would be numbered for nothing.
    ordered: definitionOf(event.type, event.version)?.audience === 'public',
  }));
  return { sql: INSERT, values: [JSON.stringify(rows)] };
}

@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /** To plan it over all partitions takes longer than to ask them, so its plan is kept. */
  async hasPending(): Promise<boolean> {
    const found = await this.database.runDirectly(() => this.database.last(HAS_PENDING), {
      walksIndexes: true,
    });
    return found.length > 0;
  }

  /**
   * Claims the oldest free rows, oldest first. Leaves out rows of organizations of which another relay holds an earlier
   * event. A lock serializes claims, so that the order of an organization holds between relays too. It is taken and given back
   * by the server within one message: a process that freezes keeps it from nobody.
   */
  claim(owner: string, limit: number, leaseMs: number): Promise<ClaimedRow[]> {
    return this.database.runDirectly(async () => {
      const [, claimed] = await this.database.lastTogether<[unknown[], ClaimedRow[]]>(
        tryLock('outbox claim'),
        { sql: CLAIM, values: [owner, limit, leaseMs] },
      );
      return claimed;
    }, LOSABLE);
  }

  async markPublished(rows: PublishedRow[]): Promise<void> {
    const positions = Object.fromEntries(rows.map(({ id, epoch, sequence }) => [id, { epoch, sequence }]));
    const values = [JSON.stringify(positions), rows.map(({ id }) => id)];
    await this.database.runDirectly(() => this.database.last(MARK, ...values), LOSABLE);
  }

  async extend(owner: string, ids: string[], leaseMs: number): Promise<void> {
    await this.database.execute(
      `UPDATE outbox SET claimed_until = now() + $3 * interval '1 millisecond'
       WHERE event_id = ANY($2::text[]) AND claimed_by = $1`,
      owner,
      ids,
      leaseMs,
    );
  }

  async release(owner: string, ids: string[]): Promise<void> {
    await this.database.execute(
      `UPDATE outbox SET claimed_until = NULL, claimed_by = NULL
       WHERE event_id = ANY($2::text[]) AND claimed_by = $1`,
      owner,
      ids,
    );
  }

  /** Time of the database, as text; `published_at` is set by the same clock. */
  async now(): Promise<string> {
    const [row] = await this.database.query<{ now: string }>(
      `SELECT (now() - interval '5 milliseconds')::text AS now`,
    );
    if (!row) throw new Error('the database returned no time');
    return row.now;
  }

  /**
   * Makes up to `limit` events pending again that were published before `asOf`, to an earlier epoch of the stream or
   * beyond its end. Returns how many. An index answers each part of the condition: this runs often and finds nothing.
   */
  forgetBeyond(epoch: string, lastSequence: number, asOf: string, limit: number): Promise<number> {
    return this.database.execute(
      `UPDATE outbox ${FORGET} WHERE event_id IN (
         SELECT event_id FROM outbox WHERE published_at < $3::timestamptz 
           AND (stream_epoch < $1 OR stream_epoch > $1 OR (stream_epoch = $1 AND stream_sequence > $2::bigint))
         ORDER BY id LIMIT $4)`,
      epoch,
      lastSequence,
      asOf,
      limit,
    );
  }

  /**
   * Makes up to `limit` events pending again, oldest first, that lie in this range of the stream and are of the consumer's
   * pattern. Returns how many.
   */
  forgetMissed({ epoch, first, last, pattern }: MissedRange, limit: number): Promise<number> {
    return this.database.execute(
      `UPDATE outbox ${FORGET} WHERE event_id IN (
         SELECT event_id FROM outbox WHERE stream_epoch = $1 AND stream_sequence BETWEEN $2::bigint AND $3::bigint AND type ~ $4
         ORDER BY stream_sequence LIMIT $5)`,
      epoch,
      first,
      last,
      expressionOf(pattern),
      limit,
    );
  }

  async forget(ids: string[]): Promise<void> {
    await this.database.execute(`UPDATE outbox ${FORGET} WHERE event_id = ANY($1::text[])`, ids);
  }

  /** Recorded positions of events published before `asOf`, from position `below` down. */
  positions(epoch: string, below: number, asOf: string, limit: number): Promise<StoredPosition[]> {
    return this.database.query<StoredPosition>(
      `SELECT event_id, stream_sequence::float8 AS sequence FROM outbox
       WHERE stream_epoch = $1 AND stream_sequence < $2::bigint AND published_at < $3::timestamptz
       ORDER BY stream_sequence DESC LIMIT $4`,
      epoch,
      below,
      asOf,
      limit,
    );
  }

  /** How many events are pending, and the age of the oldest in whole seconds (0 without any). */
  async backlog(): Promise<{ pending: number; oldestAgeSec: number }> {
    const [row] = await this.database.query<{ pending: number; oldest: number }>(
      `SELECT count(*)::int AS pending, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
       FROM outbox WHERE published_at IS NULL`,
    );
    return { pending: row?.pending ?? 0, oldestAgeSec: Math.floor(row?.oldest ?? 0) };
  }

  async countPublished(): Promise<number> {
    const [row] = await this.database.query<{ published: number }>(
      'SELECT count(*)::int AS published FROM outbox WHERE published_at IS NOT NULL',
    );
    return row?.published ?? 0;
  }
}

/** The types of a bus pattern, as a regular expression of PostgreSQL. */
function expressionOf(pattern: string): string {
  const words = pattern.split('.').map((word) => (word === '>' ? '.+' : word === '*' ? '[^.]+' : word));
  return `^${words.join('[.]')}$`;
}
