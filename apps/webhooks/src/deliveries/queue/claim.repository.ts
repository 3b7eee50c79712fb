import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import { PROVEN_AFTER } from '../../endpoints/endpoint.model.js';
import { FAST_PER_ENDPOINT, STALLED_MS, type Candidate } from './concurrency.model.js';

/** Organizations that one claim looks at; those that it has to leave come again after the others. */
export const ORGANIZATIONS_PER_CLAIM = 256;

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
  /** How often the endpoint was asked to be enabled. */
  enabledTimes: number;
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

/** Ready at $1, those that have been so for longest first; what another process claims for is left to it. */
export const READY = `
  SELECT organization_id AS id FROM ready_organization WHERE ready_at <= $1
  ORDER BY ready_at LIMIT $2 FOR UPDATE SKIP LOCKED`;

/**
 * Reads only the beginning of each endpoint's due and leased ranges, so that its cost does not grow with backlogs. Live
 * events come before bulk replays, within an endpoint and between endpoints. Every LIMIT follows the order of an index: the
 * statistics of a queue are always stale, and the plan must not depend on them. No lease ends after $4; those that end by $5
 * were taken so long ago that their attempts have stalled.
 */
export const CANDIDATES = `
  WITH queued AS (
    SELECT e.id, e.organization_id, e.status, e.prompt_streak >= $2 AS fast, due.*, flying.*
    FROM endpoint e
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
    WHERE e.organization_id = ANY($6::text[])
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
         e.enabled_times AS "enabledTimes", d.attempt_count AS "attemptCount", leased.step,
         ARRAY(SELECT s.sealed FROM secret s WHERE s.endpoint_id = e.id AND (s.expires_at IS NULL OR s.expires_at > $2)
               ORDER BY s.id DESC) AS "sealedSecrets"
  FROM leased JOIN delivery d ON d.id = leased.delivery_id
  JOIN endpoint e ON e.id = d.endpoint_id JOIN event v ON v.id = d.event_id`;

/** What was left behind is looked at again; else the next thing to happen by itself is an item that becomes due. */
export const PUT_OFF = `
  UPDATE ready_organization r SET ready_at = CASE WHEN r.organization_id = ANY($2::text[]) THEN $3::timestamptz ELSE coalesce(
    (SELECT q.due_at FROM queue_item q WHERE q.organization_id = r.organization_id AND q.due_at > $3 ORDER BY q.due_at LIMIT 1),
    'infinity') END
  WHERE r.organization_id = ANY($1::text[])`;

/** Which deliveries go out next: ready organizations, their endpoints, and leases of what is due. */
@Injectable()
export class ClaimRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes organizations with deliveries that may be due, and keeps them to the end of the transaction: one process at a time
   * claims for an organization, so that its limits are exact. What is queued for it meanwhile wakes it again. The transaction
   * has to walk indexes.
   */
  async lockReady(now: Date): Promise<string[]> {
    const rows = await this.database.prepared<{ id: string }>(READY, now, ORGANIZATIONS_PER_CLAIM);
    return rows.map(({ id }) => id);
  }

  /**
   * Endpoints of these organizations with deliveries that are due at `now`, in the order in which they are served. Every
   * process leases for `leaseMs`, so the end of a lease tells how old the attempt is. Run it in a statement of its own after
   * `lockReady`, so that it sees what was committed before.
   */
  candidates(organizations: readonly string[], now: Date, leaseMs: number): Promise<QueuedCandidate[]> {
    const after = (ms: number): Date => new Date(now.getTime() + ms);
    return this.database.prepared<QueuedCandidate>(
      CANDIDATES,
      now,
      PROVEN_AFTER,
      FAST_PER_ENDPOINT,
      // Leases of processes whose clocks run ahead count too.
      after(2 * leaseMs),
      after(leaseMs - STALLED_MS),
      organizations,
    );
  }

  /**
   * Leases those of `deliveryIds` that are still due, and puts organizations off until something of theirs becomes due, an
   * outcome is recorded or something is queued; those of `left`, which have more that could go out, until the others that are
   * ready have had their turn. It ends the claim's transaction.
   */
  async claim(
    deliveryIds: readonly string[],
    lease: Lease,
    { organizations, left, now }: { organizations: readonly string[]; left: readonly string[]; now: Date },
  ): Promise<QueuedDelivery[]> {
    const putOff = { sql: PUT_OFF, values: [organizations, left, now] };
    const claim = { sql: CLAIM, values: [deliveryIds, now, lease.id, lease.expiresAt] };
    const [jobs = []] = await this.database.lastTogether<QueuedDelivery[][]>(
      ...(deliveryIds.length === 0 ? [putOff] : [claim, putOff]),
    );
    return jobs;
  }

  /**
   * Wakes every organization by its first item: after a change of release or clock, some may be put off for too long. One whose row
   * is locked is left to the next time: waiting for it would keep those from waking that come after.
   */
  async wakeAll(): Promise<void> {
    await this.database.execute(
      `WITH RECURSIVE hop AS (
         (SELECT organization_id, due_at FROM queue_item ORDER BY organization_id, due_at LIMIT 1)
         UNION ALL
         SELECT next.* FROM hop CROSS JOIN LATERAL (
           SELECT q.organization_id, q.due_at FROM queue_item q WHERE q.organization_id > hop.organization_id
           ORDER BY q.organization_id, q.due_at LIMIT 1
         ) next
       ), late AS (
         SELECT hop.* FROM hop CROSS JOIN LATERAL (
           SELECT FROM ready_organization r WHERE r.organization_id = hop.organization_id AND r.ready_at > hop.due_at
           FOR UPDATE SKIP LOCKED
         ) locked
       ), woken AS (
         UPDATE ready_organization r SET ready_at = late.due_at FROM late WHERE r.organization_id = late.organization_id
       )
       INSERT INTO ready_organization (organization_id, ready_at)
       SELECT organization_id, due_at FROM hop
       WHERE NOT EXISTS (SELECT 1 FROM ready_organization r WHERE r.organization_id = hop.organization_id)
       ORDER BY organization_id ON CONFLICT DO NOTHING`,
    );
  }
}
