import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { EndpointHealth } from '../../endpoints/endpoint.model.js';
import type { AttemptResult } from '../../outbound/attempt.model.js';
import type { DeliveryStatus } from '../delivery.model.js';

/** An attempt that has ended, and what follows it. */
export interface Outcome {
  deliveryId: string;
  leaseId: string;
  attempt: number;
  at: Date;
  endedAt: Date;
  result: AttemptResult;
  error: string | null;
  status: DeliveryStatus;
  /** When the next attempt may start; null when there is none. */
  dueAt: Date | null;
}

/** A claim holds the rows of its organizations for some milliseconds: what waits for longer waits for one that is stuck. */
const LOCK_WAIT_MS = 250;

/**
 * Only the holder of a lease writes its outcome: after a take-over, or once the endpoint is gone, it is dropped. Rows are
 * locked in the order of their ids, so that two statements do not wait for each other.
 *
 * The planner takes a JSON record set for 100 rows whatever it holds, and a table with policies for nearly empty: joins of the
 * two would compare every outcome with every row, or scan the whole table. So each outcome looks its row up by key.
 */
const WRITTEN = `
  WITH outcome AS (
    SELECT * FROM json_to_recordset($1::json) AS given(
      delivery_id text, lease_id text, attempt int, at timestamptz, ended_at timestamptz, answer int, error text,
      latency_ms int, response_body text, status text, due_at timestamptz)
    ORDER BY delivery_id
  ), fenced AS (
    SELECT outcome.* FROM outcome CROSS JOIN LATERAL (
      SELECT FROM queue_item q WHERE q.delivery_id = outcome.delivery_id AND q.lease_id = outcome.lease_id FOR UPDATE
    ) held
  ), kept AS (
    UPDATE queue_item q SET due_at = fenced.due_at, lease_id = NULL, step = step + 1
    FROM fenced WHERE q.delivery_id = fenced.delivery_id AND fenced.due_at IS NOT NULL
      AND q.delivery_id = ANY(ARRAY(SELECT delivery_id FROM fenced WHERE due_at IS NOT NULL))
  ), finished AS (
    DELETE FROM queue_item WHERE delivery_id = ANY(ARRAY(SELECT delivery_id FROM fenced WHERE due_at IS NULL))
  ), attempted AS (
    INSERT INTO attempt (delivery_id, attempt, at, status, error, latency_ms, response_body)
    SELECT delivery_id, attempt, at, answer, error, latency_ms, response_body FROM fenced
  ), changed AS (
    UPDATE delivery d SET status = fenced.status, attempt_count = fenced.attempt,
           completed_at = CASE WHEN fenced.due_at IS NULL THEN fenced.ended_at END
    FROM fenced WHERE d.id = fenced.delivery_id AND d.id = ANY(ARRAY(SELECT delivery_id FROM fenced)) RETURNING d.id, d.endpoint_id, d.organization_id
  )`;

const HEALTH = `
  SELECT changed.id AS "deliveryId", changed.organization_id AS "organizationId", e.status, e.disabled_reason AS "disabledReason",
         e.prompt_streak AS "promptStreak", e.failing_since AS "failingSince", e.warned_at AS "warnedAt"
  FROM changed JOIN endpoint e ON e.id = changed.endpoint_id`;

/**
 * What has ended makes room for other attempts of its organization: when that is ready is known only under the lock, which a
 * claim may hold that puts it off.
 */
export const RECORD = `${WRITTEN}, resting AS (
    SELECT r.organization_id, r.ready_at FROM ready_organization r
    WHERE r.organization_id IN (SELECT organization_id FROM changed) ORDER BY r.organization_id FOR UPDATE
  ), woken AS (
    UPDATE ready_organization r SET ready_at = $2
    FROM resting WHERE r.organization_id = resting.organization_id AND resting.ready_at > $2
  )${HEALTH}`;

const RECORD_ONLY = `${WRITTEN}${HEALTH}`;

/** Returns the organizations whose rows another transaction has locked. */
const WAKE = `
  WITH resting AS (
    SELECT r.organization_id, r.ready_at FROM ready_organization r
    WHERE r.organization_id = ANY($1::text[]) ORDER BY r.organization_id FOR UPDATE SKIP LOCKED
  ), woken AS (
    UPDATE ready_organization r SET ready_at = $2
    FROM resting WHERE r.organization_id = resting.organization_id AND resting.ready_at > $2
  )
  SELECT r.organization_id AS id FROM ready_organization r
  WHERE r.organization_id = ANY($1::text[]) AND r.organization_id NOT IN (SELECT organization_id FROM resting)`;

type Recorded = EndpointHealth & { deliveryId: string; organizationId: string };

/** Records what came of attempts. */
@Injectable()
export class OutcomeRepository {
  constructor(private readonly database: Database) {}

  /**
   * Records outcomes in one statement, which wakes their organizations. Returns the health of their endpoints by delivery,
   * without those whose lease was lost.
   * @throws Error that `waitedTooLong` knows, while rows of one of the organizations stay locked
   */
  async record(outcomes: readonly Outcome[], now: Date): Promise<Map<string, EndpointHealth>> {
    const rows = await this.write(RECORD, [given(outcomes), now], LOCK_WAIT_MS);
    return healthOf(rows);
  }

  /** The same without waking the organizations, which are returned. One outcome waits for its own rows as long as it takes. */
  async recordOnly(
    outcomes: readonly Outcome[],
  ): Promise<{ health: Map<string, EndpointHealth>; organizationIds: Set<string> }> {
    const rows = await this.write(
      RECORD_ONLY,
      [given(outcomes)],
      outcomes.length > 1 ? LOCK_WAIT_MS : undefined,
    );
    return { health: healthOf(rows), organizationIds: new Set(rows.map((row) => row.organizationId)) };
  }

  /** Has organizations looked at now. Waits for no lock, and returns those that it could not wake for that. */
  async wake(organizationIds: readonly string[], now: Date): Promise<string[]> {
    const held = await this.database.runDirectly(
      () => this.database.last<{ id: string }>(WAKE, organizationIds, now),
      { walksIndexes: true },
    );
    return held.map(({ id }) => id);
  }

  private write(sql: string, values: unknown[], lockWaitMs: number | undefined): Promise<Recorded[]> {
    return this.database.runDirectly(() => this.database.last<Recorded>(sql, ...values), {
      walksIndexes: true,
      ...(lockWaitMs === undefined ? {} : { lockWaitMs }),
    });
  }
}

function healthOf(rows: readonly Recorded[]): Map<string, EndpointHealth> {
  return new Map(rows.map(({ deliveryId, organizationId: _owner, ...health }) => [deliveryId, health]));
}

function given(outcomes: readonly Outcome[]): string {
  return JSON.stringify(outcomes.map(toRow));
}

function toRow({ deliveryId, leaseId, attempt, at, endedAt, result, error, status, dueAt }: Outcome): object {
  return {
    delivery_id: deliveryId,
    lease_id: leaseId,
    attempt,
    at,
    ended_at: endedAt,
    answer: result.status,
    error,
    latency_ms: result.latencyMs,
    response_body: result.responseBody,
    status,
    due_at: dueAt,
  };
}
