/** What holds for one transaction. */
export interface TransactionSettings {
  /** No statement waits longer than this for a lock; without it, for as long as it takes. */
  lockWaitMs?: number;
  /**
   * Rows are found by walking an index wherever there is one for them: for queues, whose statistics are always stale. What
   * has left a queue stays in its indexes until a vacuum. A bitmap collects these entries all again every time; who walks an
   * index marks them dead, and steps over them from then on. With that, plans depend on no size: kept statements are planned
   * once for all values, which PostgreSQL by itself does not do for most that are given arrays.
   */
  walksIndexes?: boolean;
  /**
   * The commit is answered before it is on disk (PostgreSQL's `synchronous_commit = off`): for leases and marks, which are
   * made anew when a crash of the server loses the last half second of them. Whatever commits later and waits has them on disk too.
   */
  commitsAsynchronously?: boolean;
  /**
   * The server ends the transaction, and with it the connection, when no statement follows for so long. It is for locks that
   * all processes share: one that freezes soon loses them. Without it the limit of `openDatabase` holds.
   */
  idleTimeoutMs?: number;
}

/** For rows and tables that others wait for: a process that freezes in the midst keeps them for two seconds (ADR 86). */
export const BRIEF = { idleTimeoutMs: 2_000 } satisfies TransactionSettings;

/** The same for the rest of a transaction that is running, as a condition, always true, of the statement that locks. */
export const MAKES_BRIEF = `set_config('idle_in_transaction_session_timeout', '${BRIEF.idleTimeoutMs}ms', true) <> ''`;

/** Whether a statement failed since it had waited for a lock for `lockWaitMs`: PostgreSQL's `lock_not_available`. */
export function waitedTooLong(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '55P03';
}

/** Of a transaction, with the organization it runs for. What is not asked for stays as the operator has set it. */
export const SETTINGS = {
  name: 'capture_settings',
  text: `SELECT CASE WHEN $1 <> '' THEN set_config('lock_timeout', $1, true) END,
    CASE WHEN $2 = 'on' THEN set_config('enable_bitmapscan', 'off', true) || set_config('enable_seqscan', 'off', true)
      || set_config('plan_cache_mode', 'force_generic_plan', true) END,
    CASE WHEN $3 = 'on' THEN set_config('synchronous_commit', 'off', true) END,
    CASE WHEN $4 <> '' THEN set_config('idle_in_transaction_session_timeout', $4, true) END,
    set_config('capture.organization', $5, true)`,
  values: ['', '', '', '', ''],
};

/** Of the statement above, without the organization. */
export function valuesOf(settings: TransactionSettings): string[] {
  const { lockWaitMs, walksIndexes, commitsAsynchronously, idleTimeoutMs } = settings;
  return [inMs(lockWaitMs), walksIndexes ? 'on' : '', commitsAsynchronously ? 'on' : '', inMs(idleTimeoutMs)];
}

function inMs(duration: number | undefined): string {
  return duration === undefined ? '' : `${duration}ms`;
}
