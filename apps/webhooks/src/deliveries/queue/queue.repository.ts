import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PROVEN_AFTER, type EndpointHealth } from '../../endpoints/endpoint.model.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import type { AttemptResult } from '../../outbound/attempt.model.js';
import type { DeliveryStatus } from '../delivery.model.js';
import { FAST_PER_ENDPOINT, STALLED_MS, type Candidate } from './concurrency.model.js';

/** A claimed delivery with everything that an attempt needs. */
export interface QueuedDelivery {
  deliveryId: string;
  endpointId: string;
  organizationId: string;
  eventId: string;
  eventType: string;
  /** No part of the log: asked for by an integrator who works on the receiver. */
  simulated: boolean;
  body: string;
  occurredAt: Date;
  url: string;
  sealedSecrets: string[];
  promptStreak: number;
  attemptCount: number;
  /** Attempts made in this run of the schedule. */
  step: number;
}

/** A candidate with its due deliveries, in the order in which they go out. */
export interface QueuedCandidate extends Candidate {
  dueIds: string[];
}

export interface Lease {
  id: string;
  expiresAt: Date;
}

export interface AttemptRecord {
  attempt: number;
  at: Date;
  endedAt: Date;
  result: AttemptResult;
  error: string | null;
  status: DeliveryStatus;
  /** When the next attempt may start; null when there is none. */
  dueAt: Date | null;
}

/** Endpoints with queued deliveries, deleted ones included: a loose index scan that hops from one to the next. */
const HOP = `hop AS (
    (SELECT endpoint_id FROM queue_item ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT q.endpoint_id FROM queue_item q WHERE q.endpoint_id > hop.endpoint_id ORDER BY q.endpoint_id LIMIT 1)
    FROM hop WHERE hop.endpoint_id IS NOT NULL
  )`;

/**
 * Reads only the beginning of each endpoint's due and leased ranges, so that its cost does not grow with backlogs. Live
 * events come before bulk replays, within an endpoint and between endpoints. Every LIMIT follows the order of an index: the
 * statistics of a queue are always stale, and the plan must not depend on them. No lease ends after $4; those that end by $5
 * were taken so long ago that their attempts have stalled.
 */
export const CANDIDATES = `
  WITH RECURSIVE ${HOP}, queued AS (
    SELECT e.id, e.organization_id, e.status, e.prompt_streak >= $2 AS fast, due.*, flying.*
    FROM hop JOIN endpoint e ON e.id = hop.endpoint_id
    CROSS JOIN LATERAL (
      SELECT (array_agg(delivery_id ORDER BY bulk, due_at))[1:$3] AS ids,
             min(due_at) FILTER (WHERE NOT bulk) AS oldest_live, min(due_at) AS oldest
      FROM (
        (SELECT q.delivery_id, q.bulk, q.due_at FROM queue_item q
         WHERE q.endpoint_id = e.id AND NOT q.bulk AND q.due_at <= $1 ORDER BY q.due_at LIMIT $3)
        UNION ALL
        (SELECT q.delivery_id, q.bulk, q.due_at FROM queue_item q
         WHERE q.endpoint_id = e.id AND q.bulk AND q.due_at <= $1 ORDER BY q.due_at LIMIT $3)
      ) ready
    ) due
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS flying, count(*) FILTER (WHERE due_at <= $5)::int AS stalled FROM (
        (SELECT q.due_at FROM queue_item q
         WHERE q.endpoint_id = e.id AND NOT q.bulk AND q.due_at > $1 AND q.due_at <= $4 AND q.lease_id IS NOT NULL
         ORDER BY q.due_at LIMIT $3)
        UNION ALL
        (SELECT q.due_at FROM queue_item q
         WHERE q.endpoint_id = e.id AND q.bulk AND q.due_at > $1 AND q.due_at <= $4 AND q.lease_id IS NOT NULL
         ORDER BY q.due_at LIMIT $3)
      ) leased
    ) flying
  ), summed AS (
    SELECT *, coalesce(sum(flying) FILTER (WHERE fast) OVER organization, 0)::int AS organization_flying,
           coalesce(sum(stalled) FILTER (WHERE fast) OVER organization, 0)::int AS organization_stalled
    FROM queued WINDOW organization AS (PARTITION BY organization_id)
  )
  SELECT id AS "endpointId", organization_id AS "organizationId", CASE WHEN fast THEN 'fast' ELSE 'slow' END AS tier,
         ids AS "dueIds", cardinality(ids) AS due, flying AS "inFlight", organization_flying AS "organizationInFlight",
         organization_stalled AS "organizationStalled"
  FROM summed WHERE ids IS NOT NULL AND status = 'enabled' ORDER BY oldest_live NULLS LAST, oldest`;

export const CLAIM = `
  WITH picked AS (
    SELECT q.delivery_id FROM queue_item q WHERE q.delivery_id = ANY($1::text[]) AND q.due_at <= $2 FOR UPDATE SKIP LOCKED
  ), leased AS (
    UPDATE queue_item q SET lease_id = $3, due_at = $4 FROM picked
    WHERE q.delivery_id = picked.delivery_id RETURNING q.delivery_id, q.step
  )
  SELECT d.id AS "deliveryId", d.endpoint_id AS "endpointId", d.organization_id AS "organizationId",
         d.event_id AS "eventId", d.event_type AS "eventType", v.sequence IS NULL AS simulated, v.body, v.occurred_at AS "occurredAt", e.url, e.prompt_streak AS "promptStreak",
         d.attempt_count AS "attemptCount", leased.step,
         ARRAY(SELECT s.sealed FROM secret s WHERE s.endpoint_id = e.id AND (s.expires_at IS NULL OR s.expires_at > $2)
               ORDER BY s.id DESC) AS "sealedSecrets"
  FROM leased JOIN delivery d ON d.id = leased.delivery_id
  JOIN endpoint e ON e.id = d.endpoint_id JOIN event v ON v.id = d.event_id`;

/** Only the holder of the lease writes an outcome: after a take-over, or once the endpoint is gone, it is dropped. */
const RECORD = `
  WITH kept AS (
    UPDATE queue_item SET due_at = $3, lease_id = NULL, step = step + 1
    WHERE delivery_id = $1 AND lease_id = $2 AND $3::timestamptz IS NOT NULL RETURNING delivery_id
  ), finished AS (
    DELETE FROM queue_item WHERE delivery_id = $1 AND lease_id = $2 AND $3::timestamptz IS NULL RETURNING delivery_id
  ), fenced AS (SELECT delivery_id FROM kept UNION ALL SELECT delivery_id FROM finished
  ), attempted AS (
    INSERT INTO attempt (delivery_id, attempt, at, status, error, latency_ms, response_body)
    SELECT delivery_id, $4, $5::timestamptz, $6::int, $7::text, $8, $9::text FROM fenced
  ), changed AS (
    UPDATE delivery d SET status = $10, attempt_count = $4,
           completed_at = CASE WHEN $3::timestamptz IS NULL THEN $11::timestamptz END
    FROM fenced WHERE d.id = fenced.delivery_id RETURNING d.endpoint_id
  )
  SELECT e.status, e.disabled_reason AS "disabledReason", e.prompt_streak AS "promptStreak",
         e.failing_since AS "failingSince", e.warned_at AS "warnedAt"
  FROM changed JOIN endpoint e ON e.id = changed.endpoint_id`;

export const STATE = `
  WITH RECURSIVE ${HOP}
  SELECT (SELECT min(first.due_at) FROM hop JOIN endpoint e ON e.id = hop.endpoint_id CROSS JOIN LATERAL (
            SELECT q.due_at FROM queue_item q WHERE q.endpoint_id = e.id AND NOT q.bulk AND q.due_at <= $1
            ORDER BY q.due_at LIMIT 1
          ) first) AS "oldestDueAt",
         (SELECT count(*)::int FROM endpoint WHERE status = 'disabled') AS "disabledEndpoints"`;

/** Deliveries that wait for an attempt: which are due, who holds their leases, and what came of each attempt. */
@Injectable()
export class QueueRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Serializes claims of all processes, so that the limits on attempts in flight are exact. */
  async lockClaims(): Promise<void> {
    await this.database.lock('claim');
  }

  /** Serializes removals of all processes, so that no two lock the same rows in different orders. */
  async lockRemovals(): Promise<void> {
    await this.database.lock('removals');
  }

  /**
   * Endpoints with deliveries that are due at `now`, in the order in which they are served. Every process leases for
   * `leaseMs`, so the end of a lease tells how old the attempt is.
   */
  candidates(now: Date, leaseMs: number): Promise<QueuedCandidate[]> {
    const after = (ms: number): Date => new Date(now.getTime() + ms);
    return this.database.query<QueuedCandidate>(
      CANDIDATES,
      now,
      PROVEN_AFTER,
      FAST_PER_ENDPOINT,
      // Leases of processes whose clocks run ahead count too.
      after(2 * leaseMs),
      after(leaseMs - STALLED_MS),
    );
  }

  /** Leases those of `deliveryIds` that are still due. */
  claim(deliveryIds: readonly string[], lease: Lease, now: Date): Promise<QueuedDelivery[]> {
    return this.database.query<QueuedDelivery>(CLAIM, deliveryIds, now, lease.id, lease.expiresAt);
  }

  /** Records an attempt and what follows it. Returns the endpoint's health, undefined when the lease was lost. */
  async record(
    deliveryId: string,
    leaseId: string,
    done: AttemptRecord,
  ): Promise<EndpointHealth | undefined> {
    const { attempt, at, endedAt, result, error, status, dueAt } = done;
    const [health] = await this.database.query<EndpointHealth>(
      RECORD,
      deliveryId,
      leaseId,
      dueAt,
      attempt,
      at,
      result.status,
      error,
      result.latencyMs,
      result.responseBody,
      status,
      endedAt,
    );
    return health;
  }

  /** Takes what waits for a disabled endpoint off the queue, except what is in flight. Returns how many. */
  hold(endpointId: string, now: Date): Promise<number> {
    return this.database.execute(
      `WITH taken AS (
         DELETE FROM queue_item WHERE endpoint_id = $1 AND (lease_id IS NULL OR due_at <= $2) RETURNING delivery_id
       ) UPDATE delivery SET status = 'held' FROM taken WHERE id = taken.delivery_id`,
      endpointId,
      now,
    );
  }

  /** Disabled endpoints with queued deliveries: a worker died while they were in flight. */
  async disabledWithQueue(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT e.id FROM endpoint e WHERE e.status = 'disabled' AND EXISTS (SELECT 1 FROM queue_item q WHERE q.endpoint_id = e.id)`,
    );
    return rows.map((row) => row.id);
  }

  /**
   * When the oldest delivery was due, bulk replays aside, and how many endpoints are disabled. Its cost does not grow with
   * the backlog either: metrics are collected every few seconds.
   */
  async state(now: Date): Promise<{ oldestDueAt: Date | null; disabledEndpoints: number }> {
    const [row] = await this.database.query<{ oldestDueAt: Date | null; disabledEndpoints: number }>(
      STATE,
      now,
    );
    return row ?? { oldestDueAt: null, disabledEndpoints: 0 };
  }
}
