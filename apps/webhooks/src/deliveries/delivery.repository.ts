import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import type { DeliveryStatus } from './delivery.model.js';

const WITH_LOG = {
  attempts: { orderBy: { attempt: 'asc' } },
  queued: true,
} as const satisfies Prisma.DeliveryInclude;
export type DeliveryRow = Prisma.DeliveryGetPayload<{ include: typeof WITH_LOG }>;

export interface ReplayRange {
  from: Date;
  to: Date;
  /** Null takes every status. */
  status: DeliveryStatus | null;
}

/** Deliveries with the log of their attempts. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  async find(endpointId: string, id: string): Promise<DeliveryRow | undefined> {
    const row = await this.database.client.delivery.findFirst({
      where: { id, endpointId },
      include: WITH_LOG,
    });
    return row ?? undefined;
  }

  /** Up to `limit + 1` deliveries, newest first. @throws AppError invalid_cursor */
  async page(
    endpointId: string,
    limit: number,
    cursor: string | undefined,
    status: DeliveryStatus | undefined,
  ): Promise<DeliveryRow[]> {
    if (cursor !== undefined) {
      const known =
        isId('delivery', cursor) &&
        (await this.database.client.delivery.findFirst({ where: { id: cursor, endpointId } }));
      if (!known) throw new AppError('invalid_cursor', 'The cursor names no delivery of this endpoint.');
    }
    return this.database.client.delivery.findMany({
      where: {
        endpointId,
        ...(status === undefined ? {} : { status }),
        ...(cursor === undefined ? {} : { id: { lt: cursor } }),
      },
      orderBy: { id: 'desc' },
      take: limit + 1,
      include: WITH_LOG,
    });
  }

  /** Serializes replays of one endpoint, so that many at once queue each delivery once. */
  async lockReplays(endpointId: string): Promise<void> {
    await this.database.lock(`replay:${endpointId}`);
  }

  /**
   * Queues one delivery again, from the start of the schedule. One that waits becomes due at once; one in flight is left
   * alone. It is not part of the bulk: a person asked for this one.
   */
  async replay(id: string, now: Date): Promise<void> {
    const queued = await this.requeue('d.id = $3', now, false, id);
    if (queued > 0) return;
    await this.database.execute(
      `WITH moved AS (
         UPDATE queue_item SET due_at = $2, step = 0, bulk = false WHERE delivery_id = $1 AND lease_id IS NULL
         RETURNING organization_id
       ) UPDATE ready_organization r SET ready_at = LEAST(r.ready_at, $2::timestamptz)
         FROM moved WHERE r.organization_id = moved.organization_id`,
      id,
      now,
    );
  }

  /** Queues what was sent or held in a range of time as bulk, which live events go before. Returns how many. */
  replayRange(endpointId: string, { from, to, status }: ReplayRange, now: Date): Promise<number> {
    const range = `d.endpoint_id = $3 AND d.created_at >= $4 AND d.created_at < $5 AND EXISTS (SELECT 1 FROM event v WHERE v.id = d.event_id AND v.sequence IS NOT NULL)
                   AND ($6::text IS NULL OR d.status = $6)`;
    return this.requeue(range, now, true, endpointId, from, to, status);
  }

  /** Only deliveries that are off the queue: no attempt writes to them, so this cannot race with an outcome. */
  private requeue(which: string, now: Date, bulk: boolean, ...values: unknown[]): Promise<number> {
    return this.database.execute(
      `WITH chosen AS (
         UPDATE delivery d SET status = 'pending', completed_at = NULL WHERE ${which} AND d.status <> 'pending'
         RETURNING d.id, d.endpoint_id, d.organization_id
       )
       INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at, bulk)
       SELECT id, endpoint_id, organization_id, $1::timestamptz, $2::boolean FROM chosen`,
      now,
      bulk,
      ...values,
    );
  }
}
