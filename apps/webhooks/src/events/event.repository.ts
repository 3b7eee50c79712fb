import { Injectable } from '@nestjs/common';
import { AppError, isId, newId } from '@capture/contracts';
import { Database } from '@capture/persistence';
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

/** An endpoint that an event is delivered to. */
export interface Subscriber {
  id: string;
  status: EndpointStatus;
}

/** In one statement, because every public event of every organization runs it. */
const INSERT_FANNED_OUT = `
  WITH logged AS (
    INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
    VALUES ($1, $2, $3::bigint, $4, $5, $6::timestamptz, $7::timestamptz)
  ), made AS (
    INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, created_at)
    SELECT id, endpoint_id, $2, $1, $4, status, $7::timestamptz
    FROM unnest($8::text[], $9::text[], $10::text[]) AS row(id, endpoint_id, status)
    RETURNING id, endpoint_id, status
  )
  INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
  SELECT id, endpoint_id, $2, $7::timestamptz FROM made WHERE status = 'pending'`;

/** The log of public events, in the order of each organization's sequence, and their fan-out to endpoints. */
@Injectable()
export class EventRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /**
   * Takes the organization's next sequence and finds the endpoints that subscribed to `type`. The counter's row is locked
   * until the commit, so that no number becomes visible out of order; so are the endpoints' states.
   */
  async open(organizationId: string, type: string): Promise<{ sequence: bigint; subscribers: Subscriber[] }> {
    const rows = await this.database.query<{ last: bigint } & Partial<Subscriber>>(
      `WITH counter AS (
         INSERT INTO event_counter (organization_id, last) VALUES ($1, 1)
         ON CONFLICT (organization_id) DO UPDATE SET last = event_counter.last + 1 RETURNING last
       ), asked AS (
         SELECT id, status FROM endpoint WHERE organization_id = $1 AND mode = 'live' AND events && ARRAY['*', $2::text]
         ORDER BY id FOR SHARE
       ) SELECT counter.last, asked.id, asked.status FROM counter LEFT JOIN asked ON true`,
      organizationId,
      type,
    );
    const [first] = rows;
    if (!first) throw new Error('the counter gave no number');
    return {
      sequence: first.last,
      subscribers: rows.filter((row): row is typeof row & Subscriber => row.id != null),
    };
  }

  /** Logs an event with a delivery for each subscriber: queued where it is enabled, held where not. Returns their ids. */
  async insert(row: EventRow, subscribers: readonly Subscriber[]): Promise<string[]> {
    const ids = subscribers.map(() => newId('delivery'));
    await this.database.execute(
      INSERT_FANNED_OUT,
      row.id,
      row.organizationId,
      row.sequence,
      row.type,
      row.body,
      row.occurredAt,
      row.createdAt,
      ids,
      subscribers.map(({ id }) => id),
      subscribers.map(({ status }) => (status === 'enabled' ? 'pending' : 'held')),
    );
    return ids;
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
    if (cursor !== undefined && !last)
      throw new AppError('invalid_cursor', 'The cursor names no event of your organization.');
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
   * Deletes up to `most` events from before `oldest`, with their deliveries. Returns how many. Run it in a transaction after
   * `lockRemovals`. Queued deliveries go first: the order in which recording an attempt locks the same rows.
   */
  async prune(oldest: Date, most: number): Promise<number> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT id FROM event WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED',
      oldest,
      most,
    );
    const ids = rows.map(({ id }) => id);
    await this.database.execute(
      'DELETE FROM queue_item WHERE delivery_id IN (SELECT id FROM delivery WHERE event_id = ANY($1::text[]))',
      ids,
    );
    return this.database.execute('DELETE FROM event WHERE id = ANY($1::text[])', ids);
  }
}
