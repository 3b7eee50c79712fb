import { Injectable } from '@nestjs/common';
import { invalidCursor, isId } from '@capture/contracts';
import { Database, type PreparedStatement } from '@capture/persistence';
import type { EndpointStatus } from '../endpoints/endpoint.model.js';
import type { PrismaClient } from '../generated/prisma/client.js';

export interface EventRow {
  id: string;
  organizationId: string;
  sequence: bigint | null;
  type: string;
  body: string;
  occurredAt: Date;
  createdAt: Date;
}

export interface EventFilter {
  type?: string | undefined;
  afterSequence?: number | undefined;
}

/** An endpoint that events of some types are delivered to. */
export interface Subscriber {
  id: string;
  organizationId: string;
  status: EndpointStatus;
}

export interface Subscription extends Subscriber {
  /** Types, or `*` for every one. */
  events: string[];
}

/** A delivery to make: queued where its endpoint is enabled, held where not. */
export interface NewDelivery {
  id: string;
  event: EventRow;
  subscriber: Subscriber;
}

/** In one statement, because every public event of every organization runs it. */
const INSERT_FANNED_OUT = `
  WITH logged AS (
    INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
    SELECT id, organization_id, sequence::bigint, type, body, occurred_at::timestamptz, created_at::timestamptz
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
      AS given(id, organization_id, sequence, type, body, occurred_at, created_at)
  ), made AS (
    INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, created_at)
    SELECT id, endpoint_id, organization_id, event_id, event_type, status, created_at::timestamptz
    FROM unnest($8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
      AS given(id, endpoint_id, organization_id, event_id, event_type, status, created_at)
    RETURNING id, endpoint_id, organization_id, status, created_at
  )
  INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
  SELECT id, endpoint_id, organization_id, created_at FROM made WHERE status = 'pending'`;

/** Events with all of their deliveries. */
export interface FannedOut {
  events: readonly EventRow[];
  deliveries: readonly NewDelivery[];
}

function insertStatement(fannedOut: readonly FannedOut[]): PreparedStatement {
  const events = fannedOut.flatMap((one) => one.events);
  const deliveries = fannedOut.flatMap((one) => one.deliveries);
  const values = [
    events.map(({ id }) => id),
    events.map(({ organizationId }) => organizationId),
    events.map(({ sequence }) => (sequence === null ? null : String(sequence))),
    events.map(({ type }) => type),
    events.map(({ body }) => body),
    events.map(({ occurredAt }) => occurredAt.toISOString()),
    events.map(({ createdAt }) => createdAt.toISOString()),
    deliveries.map(({ id }) => id),
    deliveries.map(({ subscriber }) => subscriber.id),
    deliveries.map(({ event }) => event.organizationId),
    deliveries.map(({ event }) => event.id),
    deliveries.map(({ event }) => event.type),
    deliveries.map(({ subscriber }) => (subscriber.status === 'enabled' ? 'pending' : 'held')),
    deliveries.map(({ event }) => event.createdAt.toISOString()),
  ];
  return { sql: INSERT_FANNED_OUT, values };
}

interface Counter {
  organizationId: string;
  last: bigint;
}

const TAKE_SEQUENCES = `
  INSERT INTO event_counter (organization_id, last)
  SELECT organization_id, taken FROM unnest($1::text[], $2::int[]) AS given(organization_id, taken) ORDER BY 1
  ON CONFLICT (organization_id) DO UPDATE SET last = event_counter.last + excluded.last
  RETURNING organization_id AS "organizationId", last`;

const SUBSCRIPTIONS = `
  SELECT id, organization_id AS "organizationId", status, events FROM endpoint
  WHERE organization_id = ANY($1::text[]) AND mode = 'live' AND events && $2::text[]
  ORDER BY id FOR SHARE`;

/** How old events have to be to go: those of which no delivery has an attempt to come, and every one. */
export interface Aged {
  aged: Date;
  overdue: Date;
}

/** Where a walk through aged events has come to. */
export interface Position {
  createdAt: Date;
  id: string;
}

export interface Pruned {
  lookedAt: number;
  last: Position | undefined;
}

interface AgedRow extends Position {
  /** A delivery of it has an attempt to come. */
  isSent: boolean;
}

const AGED = `
  SELECT v.id, v.created_at AS "createdAt",
         EXISTS (SELECT FROM delivery d WHERE d.event_id = v.id AND d.status = 'pending' OFFSET 0) AS "isSent"
  FROM event v WHERE v.created_at < $1 AND (v.created_at, v.id) > ($2::timestamptz, $3)
  ORDER BY v.created_at, v.id LIMIT $4`;
const LOCK_FREE = 'SELECT id FROM event WHERE id = ANY($1::text[]) FOR UPDATE SKIP LOCKED';
const REMOVE_EVENTS = 'DELETE FROM event WHERE id = ANY($1::text[])';
const REMOVE_QUEUED =
  'DELETE FROM queue_item WHERE delivery_id IN (SELECT id FROM delivery WHERE event_id = ANY($1::text[]))';
/** One that a replay queues meanwhile is locked by that, and pending once it is not: it stays, and its event with it. */
const REMOVE_ENDED = `DELETE FROM delivery WHERE event_id = ANY($1::text[]) AND status <> 'pending'`;
const REMOVE_UNSENT = `DELETE FROM event v WHERE v.id = ANY($1::text[]) AND NOT EXISTS (SELECT FROM delivery d WHERE d.event_id = v.id)`;

/** The log of public events, in the order of each organization's sequence, and their fan-out to endpoints. */
@Injectable()
export class EventRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /**
   * Takes sequences for so many events of each organization, and reads the endpoints that subscribed to any of `types`. Returns
   * the last sequence of each. The rows of counters and endpoints are locked until the commit, always in the same order: no
   * number becomes visible out of order, and no endpoint changes its state.
   */
  async takeSequences(
    counts: ReadonlyMap<string, number>,
    types: readonly string[],
  ): Promise<{ last: Map<string, bigint>; endpoints: Subscription[] }> {
    const organizationIds = [...counts.keys()];
    const [counters, endpoints] = await this.database.together<[Counter[], Subscription[]]>(
      { sql: TAKE_SEQUENCES, values: [organizationIds, [...counts.values()]] },
      { sql: SUBSCRIPTIONS, values: [organizationIds, ['*', ...types]] },
    );
    return { last: new Map(counters.map(({ organizationId, last }) => [organizationId, last])), endpoints };
  }

  /** Logs events and their deliveries. */
  async insert(fannedOut: FannedOut): Promise<void> {
    const { sql, values } = insertStatement([fannedOut]);
    await this.database.prepared(sql, ...values);
  }

  /** The same when the running transaction ends. */
  insertAtEnd(fannedOut: FannedOut): void {
    this.database.gather(this, fannedOut, insertStatement);
  }

  /** An event of the log; pings are not part of it. */
  async find(organizationId: string, id: string): Promise<EventRow | undefined> {
    const row = await this.database.client.event.findFirst({
      where: { id, organizationId, sequence: { not: null } },
    });
    return row ?? undefined;
  }

  /** Up to `limit + 1` events, highest sequence first. @throws AppError invalid_cursor */
  async page(
    organizationId: string,
    limit: number,
    cursor: string | undefined,
    filter: EventFilter,
  ): Promise<EventRow[]> {
    const last =
      cursor === undefined || !isId('event', cursor) ? undefined : await this.find(organizationId, cursor);
    if (cursor !== undefined && !last) throw invalidCursor();
    return this.database.client.event.findMany({
      where: {
        organizationId,
        ...(filter.type === undefined ? {} : { type: filter.type }),
        sequence: {
          not: null,
          gt: filter.afterSequence ?? 0,
          ...(last?.sequence ? { lt: last.sequence } : {}),
        },
      },
      orderBy: { sequence: 'desc' },
      take: limit + 1,
    });
  }

  /**
   * Looks at the next `most` events from before `aged`, oldest first, and deletes them with their deliveries, but those that are
   * still being sent: these only from before `overdue`. Run it in a transaction after `lockRemovals`. Queued deliveries go
   * first: the order in which recording an attempt locks the same rows.
   */
  async prune({ aged, overdue }: Aged, after: Position | undefined, most: number): Promise<Pruned> {
    const rows = await this.database.query<AgedRow>(
      AGED,
      aged,
      after?.createdAt ?? '-infinity',
      after?.id ?? '',
      most,
    );
    const late = rows.filter(({ createdAt }) => createdAt < overdue);
    await this.remove(late, [REMOVE_QUEUED, REMOVE_EVENTS]);
    const ended = rows.filter((row) => row.createdAt >= overdue && !row.isSent);
    await this.remove(ended, [REMOVE_ENDED, REMOVE_UNSENT]);
    return { lookedAt: rows.length, last: rows.at(-1) };
  }

  /** What others have locked is left to the next time. */
  private async remove(rows: readonly AgedRow[], statements: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const free = await this.database.query<{ id: string }>(
      LOCK_FREE,
      rows.map(({ id }) => id),
    );
    const ids = free.map(({ id }) => id);
    for (const statement of statements) await this.database.execute(statement, ids);
  }
}
