import type { PreparedStatement } from './gathered.js';

/** Advisory locks are per database, which services share: the key names the schema. */
const KEY = `hashtextextended(concat(current_schema(), ':', $1::text), 0)`;

export const LOCK = `SELECT pg_advisory_xact_lock(${KEY})`;
const TRY_LOCK = `SELECT set_config('capture.has_lock', pg_try_advisory_xact_lock(${KEY})::text, true) = 'true' AS locked`;

/** Tries to take a lock to the end of the transaction; the statements that go out with it ask `HAS_LOCK` whether it is theirs. */
export function tryLock(name: string): PreparedStatement {
  return { sql: TRY_LOCK, values: [name] };
}

export const HAS_LOCK = `current_setting('capture.has_lock', true) = 'true'`;
