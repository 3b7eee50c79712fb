import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export interface SchemaTarget {
  /** Connection string of the role that owns the schema. */
  url: string;
  schema: string;
}

export interface Migration {
  name: string;
  sql: string;
}

/** How a migration waits for tables that others use. */
export interface Patience {
  lockWaitMs: number;
  pauseMs: number;
  tries: number;
  /** Is told, as a sentence, that it waits. */
  tell: (what: string) => void;
}

/** Eight minutes in all: the job of a chart has fifteen. */
export const PATIENCE: Patience = { lockWaitMs: 4_000, pauseMs: 12_000, tries: 30, tell: () => undefined };

/** Prisma's own, which releases before this one take as well: two runs never interleave. */
const LOCK = 72_707_369;
/** For how long a run waits for another one to end, and how often it asks. */
const RUN_WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** As Prisma makes it. */
const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;
const ENTRY = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, clock_timestamp(), 1)`;
/** In the comment of a migration whose locks must not add up. It does nothing where it has been done already. */
const BY_ITSELF = /each statement commits\s+(--\s+)?by itself/i;
const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs `work` on a connection to the schema of `target`. */
export async function migrating<T>(
  { url, schema }: SchemaTarget,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A lost server fails the statement under way. Without a listener its error event would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SELECT set_config('search_path', $1, false)`, [client.escapeIdentifier(schema)]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Keeps other runs out until the connection closes, and makes the table of entries where there is none.
 * It asks again and again instead of waiting in a statement, whose snapshot the run before would wait for that makes an index
 * beside writers.
 * @throws Error while another run goes on for a minute
 */
export async function beginRun(client: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + RUN_WAIT_MS;
  while (!(await isAlone(client))) {
    if (performance.now() > giveUpAt) throw new Error('another run of migrations has not ended for a minute');
    await setTimeout(LOOK_AGAIN_MS);
  }
  await client.query(TABLE);
}

async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK]);
  return rows[0]?.taken === true;
}

/**
 * Names of what is applied.
 * @throws Error for one that an earlier release began and did not end, of which the schema may have any part.
 */
export async function appliedMigrations(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client
    .query<{ name: string; ended: boolean }>(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS ended
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    )
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return { rows: [] };
      throw error;
    });
  const half = rows.find((row) => !row.ended);
  if (half)
    throw new Error(
      `migration ${half.name} failed or was stopped midway in an earlier release, and has to be completed by hand`,
    );
  return new Set(rows.map((row) => row.name));
}

/**
 * Applies a migration and keeps its entry, in one transaction: whoever is stopped midway leaves nothing of it. Of one whose
 * statements commit by themselves the entry comes last, and the next run begins anew.
 * Whoever waits for a whole table keeps everybody else from it, so it gives way after a moment and tries again: a `pg_dump` has
 * all tables until its end.
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  { lockWaitMs, pauseMs, tries, tell }: Patience,
): Promise<void> {
  const { name, sql } = migration;
  // Statements that commit by themselves wait as they are written to.
  const waitsByItself = BY_ITSELF.test(sql);
  for (let left = waitsByItself ? 0 : tries - 1; ; left -= 1) {
    try {
      await client.query(`SET lock_timeout = ${waitsByItself ? 0 : lockWaitMs}`);
      return await applyOnce(client, migration);
    } catch (error) {
      const waits = (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
      const what = waits ? `${IN_USE} (${String(error)})` : messageOf(error);
      if (!waits || left <= 0) throw new Error(`migration ${name}: ${what}`, { cause: error });
      tell(`migration ${name} waits: ${IN_USE}`);
      await client.query('ROLLBACK');
      await setTimeout(pauseMs);
    }
  }
}

const IN_USE =
  'others use a table, such as a backup by pg_dump or another long transaction (pg_stat_activity)';

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function applyOnce(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const checksum = createHash('sha256').update(sql).digest('hex');
  // A migration runs for every organization: without one it would see no rows (ADR 10). The one before may have reset it.
  await client.query("SET capture.organization = '*'");
  if (BY_ITSELF.test(sql)) for (const statement of sql.split(';')) await client.query(statement);
  await client.query('BEGIN');
  if (!BY_ITSELF.test(sql)) await client.query(sql);
  await client.query(ENTRY, [randomUUID(), checksum, name]);
  await client.query('COMMIT');
}
