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
    const queued = await this.requeue(id, now);
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

  /** Only a delivery that is off the queue: no attempt writes to it, so this cannot race with an outcome. */
  private requeue(id: string, now: Date): Promise<number> {
    return this.database.execute(
      `WITH chosen AS (
         UPDATE delivery SET status = 'pending', completed_at = NULL WHERE id = $1 AND status <> 'pending'
         RETURNING id, endpoint_id, organization_id
       )
       INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
       SELECT id, endpoint_id, organization_id, $2::timestamptz FROM chosen`,
      id,
      now,
    );
  }
}
