import { Injectable } from '@nestjs/common';
import { BRIEF, Database } from '@capture/persistence';

/** Nobody holds rows of deliveries or organizations for longer, unless it is stuck. */
const LOCK_WAIT_MS = 250;

/** Times are by the clock of the database: those of two processes differ. */
const SILENCE_BEGINS = `clock_timestamp() - make_interval(secs => $1::float8 / 1000)`;

const BEAT = `
  INSERT INTO worker (id, seen_at) VALUES ($2, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at,
    returned_at = CASE WHEN worker.seen_at < ${SILENCE_BEGINS} THEN excluded.seen_at ELSE worker.returned_at END`;

/**
 * Workers that have been silent for $1 ms, as seen by worker $2. One that was silent itself sees none for as long: nobody could
 * be heard while the database stood still, and the others are about to beat again.
 */
const SILENT = `
  SELECT gone.id FROM worker gone JOIN worker mine ON mine.id = $2
  WHERE gone.seen_at < ${SILENCE_BEGINS} AND mine.seen_at >= ${SILENCE_BEGINS}
    AND (mine.returned_at IS NULL OR mine.returned_at < ${SILENCE_BEGINS})`;

/**
 * Frees what worker $3 holds, if $2 sees it silent. Its leases are found by organization: one with attempts in flight is ready
 * when the first of its leases ends, at $5 at the latest. Rows are locked in the order in which outcomes lock them.
 */
export const TAKE_OVER = `
  WITH gone AS (
    DELETE FROM worker WHERE id = $3 AND id IN (${SILENT}) RETURNING id
  ), freed AS (
    UPDATE queue_item q SET due_at = $4, lease_id = NULL
    WHERE EXISTS (SELECT FROM gone) AND q.delivery_id = ANY (ARRAY(
      SELECT held.delivery_id FROM ready_organization r JOIN queue_item held ON held.organization_id = r.organization_id
      WHERE r.ready_at <= $5 AND held.due_at > $4 AND held.due_at <= $5 AND starts_with(held.lease_id, $3 || '/')
      ORDER BY held.delivery_id FOR UPDATE OF held
    )) RETURNING q.organization_id
  ), resting AS (
    SELECT r.organization_id, r.ready_at FROM ready_organization r
    WHERE r.organization_id IN (SELECT organization_id FROM freed) ORDER BY r.organization_id FOR UPDATE
  ), woken AS (
    UPDATE ready_organization r SET ready_at = $4
    FROM resting WHERE r.organization_id = resting.organization_id AND resting.ready_at > $4
  )
  SELECT count(*)::int AS freed FROM freed`;

/** Processes that attempt deliveries, and when each was last seen. */
@Injectable()
export class WorkerRepository {
  constructor(private readonly database: Database) {}

  /** Notes that the worker lives, and whether it was silent for `silentMs` before. */
  async beat(id: string, silentMs: number): Promise<void> {
    await this.database.execute(BEAT, silentMs, id);
  }

  /** Workers that `observer` sees silent for `silentMs`. */
  async silent(observer: string, silentMs: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(SILENT, silentMs, observer);
    return rows.map(({ id }) => id);
  }

  /**
   * Makes what a silent worker holds due again. Returns how many deliveries. No lease ends after `horizon`.
   * @throws Error that `waitedTooLong` knows, while rows of one of them stay locked; nothing has changed then
   */
  async takeOver(
    { id, observer, silentMs }: { id: string; observer: string; silentMs: number },
    now: Date,
    horizon: Date,
  ): Promise<number> {
    const [row] = await this.database.runDirectly(
      () => this.database.prepared<{ freed: number }>(TAKE_OVER, silentMs, observer, id, now, horizon),
      { walksIndexes: true, lockWaitMs: LOCK_WAIT_MS, ...BRIEF },
    );
    return row?.freed ?? 0;
  }
}
