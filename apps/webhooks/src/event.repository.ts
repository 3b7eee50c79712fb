import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { PrismaClient } from './generated/prisma/client.js';

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

/** The event log: what was published to each organization, in the order of its sequence. */
@Injectable()
export class EventRepository {
  constructor(private readonly db: Database<PrismaClient>) {}

  /** The organization's next sequence. Its row stays locked until commit, so no number becomes visible out of order. */
  async nextSequence(organizationId: string): Promise<bigint> {
    const [row] = await this.db.query<{ last: bigint }>(
      `INSERT INTO event_counter (organization_id, last) VALUES ($1, 1)
       ON CONFLICT (organization_id) DO UPDATE SET last = event_counter.last + 1 RETURNING last`,
      organizationId,
    );
    if (!row) throw new Error('the counter gave no number');
    return row.last;
  }

  async insert(row: EventRow): Promise<void> {
    await this.db.client.event.create({ data: row });
  }

  /** An event of the log; pings are not part of it. */
  async find(organizationId: string, id: string): Promise<EventRow | undefined> {
    const row = await this.db.client.event.findFirst({
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
    return this.db.client.event.findMany({
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
   * Deletes up to `most` events from before `oldest`, with their deliveries; returns how many. To be run in a transaction:
   * queued deliveries go first, in the order in which an attempt's outcome locks them.
   */
  async prune(oldest: Date, most: number): Promise<number> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT id FROM event WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED',
      oldest,
      most,
    );
    const ids = rows.map(({ id }) => id);
    await this.db.execute(
      'DELETE FROM queue_item WHERE delivery_id IN (SELECT id FROM delivery WHERE event_id = ANY($1::text[]))',
      ids,
    );
    return this.db.execute('DELETE FROM event WHERE id = ANY($1::text[])', ids);
  }
}
