import { Injectable } from '@nestjs/common';
import { invalidCursor, isId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import type { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { ATTEMPTS_SHOWN, type DeliveryStatus } from './delivery.model.js';

const WITH_QUEUE = { queued: true } as const satisfies Prisma.DeliveryInclude;
type QueuedRow = Prisma.DeliveryGetPayload<{ include: typeof WITH_QUEUE }>;
type LoggedRow = Omit<QueuedRow, 'queued'>;

export interface AttemptRow {
  deliveryId: string;
  attempt: number;
  at: Date;
  status: number | null;
  error: string | null;
  latencyMs: number;
}

export interface AnsweredAttemptRow extends AttemptRow {
  responseBody: string | null;
}

/** With its newest attempts, oldest first. */
export type DeliveryRow<Attempt extends AttemptRow = AttemptRow> = QueuedRow & { attempts: Attempt[] };

const ATTEMPT = `a.delivery_id AS "deliveryId", a.attempt, a.at, a.status, a.error, a.latency_ms AS "latencyMs"`;
/** Attempts are numbered from 1 to `made`. A body may be much larger than everything else. */
const NEWEST = `
  FROM unnest($1::text[], $2::int[]) AS given(id, made)
  JOIN attempt a ON a.delivery_id = given.id AND a.attempt > given.made - ${ATTEMPTS_SHOWN} AND a.attempt <= given.made`;
const NEWEST_ATTEMPTS = `SELECT ${ATTEMPT} ${NEWEST}`;
const NEWEST_WITH_BODIES = `SELECT ${ATTEMPT}, a.response_body AS "responseBody" ${NEWEST}`;

const DELIVERY = `id, endpoint_id AS "endpointId", organization_id AS "organizationId", event_id AS "eventId",
  event_type AS "eventType", status, attempt_count AS "attemptCount", created_at AS "createdAt", completed_at AS "completedAt"`;
/**
 * What an endpoint has of a status says nothing about how far apart it lies. So ranges take the place of equal values, after which
 * the planner takes every index on the id to have the order, and would walk the log of all endpoints: only one index has this order.
 * Below the last delivery of the page before, or of all.
 */
const PAGE = `SELECT ${DELIVERY} FROM delivery WHERE endpoint_id >= $1`;
const PAGE_OF_ALL = `${PAGE} AND endpoint_id <= $1 ORDER BY endpoint_id DESC, id DESC LIMIT $2`;
const NEXT_OF_ALL = `${PAGE} AND (endpoint_id, id) < ($1, $3) ORDER BY endpoint_id DESC, id DESC LIMIT $2`;
const STATUS_PAGE = `SELECT ${DELIVERY} FROM delivery WHERE (endpoint_id, status) >= ($1, $3)`;
const PAGE_OF_STATUS = `${STATUS_PAGE} AND (endpoint_id, status) <= ($1, $3) ORDER BY endpoint_id DESC, status DESC, id DESC LIMIT $2`;
const NEXT_OF_STATUS = `${STATUS_PAGE} AND (endpoint_id, status, id) < ($1, $3, $4) ORDER BY endpoint_id DESC, status DESC, id DESC LIMIT $2`;

/** Deliveries with the log of their attempts. */
@Injectable()
export class DeliveryRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** With the receiver's answers. */
  async find(endpointId: string, id: string): Promise<DeliveryRow<AnsweredAttemptRow> | undefined> {
    const row = await this.database.client.delivery.findFirst({
      where: { id, endpointId },
      include: WITH_QUEUE,
    });
    if (!row) return undefined;
    const [found] = await this.withAttempts<AnsweredAttemptRow>(NEWEST_WITH_BODIES, [row]);
    return found;
  }

  /** Up to `limit + 1` deliveries, newest first, without answers. @throws AppError invalid_cursor */
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
      if (!known) throw invalidCursor();
    }
    const rows = await this.pageOf(endpointId, limit + 1, cursor, status);
    const items = await this.database.client.queueItem.findMany({
      where: { deliveryId: { in: rows.map(({ id }) => id) } },
    });
    const queued = new Map(items.map((item) => [item.deliveryId, item]));
    const withQueue = rows.map((row) => ({ ...row, queued: queued.get(row.id) ?? null }));
    return this.withAttempts<AttemptRow>(NEWEST_ATTEMPTS, withQueue);
  }

  private pageOf(
    endpointId: string,
    most: number,
    cursor: string | undefined,
    status: DeliveryStatus | undefined,
  ): Promise<LoggedRow[]> {
    const after = cursor === undefined ? [] : [cursor];
    if (status === undefined)
      return this.database.query<LoggedRow>(
        cursor === undefined ? PAGE_OF_ALL : NEXT_OF_ALL,
        endpointId,
        most,
        ...after,
      );
    return this.database.query<LoggedRow>(
      cursor === undefined ? PAGE_OF_STATUS : NEXT_OF_STATUS,
      endpointId,
      most,
      status,
      ...after,
    );
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

  private async withAttempts<Attempt extends AttemptRow>(
    newest: string,
    rows: readonly QueuedRow[],
  ): Promise<DeliveryRow<Attempt>[]> {
    const attempts = await this.database.query<Attempt>(
      newest,
      rows.map(({ id }) => id),
      rows.map(({ attemptCount }) => attemptCount),
    );
    const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
    return rows.map((row) => ({
      ...row,
      attempts: (byDelivery.get(row.id) ?? []).toSorted((a, b) => a.attempt - b.attempt),
    }));
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
