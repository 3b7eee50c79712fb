import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { DeliveryStatus } from '../deliveries/delivery.model.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Steps } from './delivery-counts.model.js';

export interface CountRow {
  /** Of the hour or day. */
  start: Date;
  status: DeliveryStatus;
  count: number;
}

export interface LatencyRow {
  /** Counted from 0. */
  step: number;
  p50: number;
  p95: number;
}

/** Sums of deliveries. What is read is bounded, whatever an endpoint was sent. */
@Injectable()
export class DeliveryCountsRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Of any `most` deliveries from `from` on, in one pass: these are all, where there are no more. */
  counts(endpointId: string, steps: Steps, most: number): Promise<CountRow[]> {
    return this.countsOf('LIMIT', endpointId, steps, most);
  }

  /** Of the newest `most` deliveries from `from` on. */
  newestCounts(endpointId: string, steps: Steps, most: number): Promise<CountRow[]> {
    return this.countsOf('ORDER BY created_at DESC LIMIT', endpointId, steps, most);
  }

  private countsOf(
    bound: 'LIMIT' | 'ORDER BY created_at DESC LIMIT',
    endpointId: string,
    { from, stepMs, count }: Steps,
    most: number,
  ): Promise<CountRow[]> {
    return this.database.query<CountRow>(
      `SELECT date_bin($3::float8 * interval '1 millisecond', created_at, $2::timestamptz) AS start, status, count(*)::int AS count
       FROM (SELECT created_at, status FROM delivery
             WHERE endpoint_id = $1 AND created_at >= $2::timestamptz AND created_at < $4::timestamptz ${bound} $5) counted
       GROUP BY 1, 2`,
      endpointId,
      from,
      stepMs,
      new Date(from.getTime() + count * stepMs),
      most,
    );
  }

  /** Of the attempts of each step's newest `most` deliveries. A step without an attempt has no row. */
  latencies(endpointId: string, { from, stepMs, count }: Steps, most: number): Promise<LatencyRow[]> {
    return this.database.query<LatencyRow>(
      `SELECT step, percentile_disc(0.5) WITHIN GROUP (ORDER BY attempt.latency_ms) AS p50,
         percentile_disc(0.95) WITHIN GROUP (ORDER BY attempt.latency_ms) AS p95
       FROM generate_series(0, $4::int - 1) step
       CROSS JOIN LATERAL (
         SELECT id FROM delivery
         WHERE endpoint_id = $1 AND created_at >= $2::timestamptz + step * $3::float8 * interval '1 millisecond'
           AND created_at < $2::timestamptz + (step + 1) * $3::float8 * interval '1 millisecond'
         ORDER BY created_at DESC LIMIT $5) newest
       JOIN attempt ON attempt.delivery_id = newest.id
       GROUP BY step`,
      endpointId,
      from,
      stepMs,
      count,
      most,
    );
  }
}
