import { until } from '@capture/testing';
import pg from 'pg';

/**
 * Blocks of these tables and their indexes that were read so far, by anybody, from the cache or from disk.
 *
 * A connection reports what it read up to ten seconds late, and at its end. So all that are open are ended first: call it
 * while nobody uses them, the service opens new ones when it needs them.
 */
export async function blocksRead(databaseUrl: string, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const ended = await client.query<{ pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    const pids = ended.rows.map(({ pid }) => pid);
    await until('the other connections to end', async () => {
      const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE pid = ANY($1)', [pids]);
      return rows.length === 0;
    });
    const { rows } = await client.query<{ blocks: number }>(
      `SELECT sum(idx_blks_hit + idx_blks_read + heap_blks_hit + heap_blks_read)::int AS blocks
       FROM pg_statio_user_tables WHERE relname = ANY($1)`,
      [tables],
    );
    return rows[0]?.blocks ?? Number.NaN;
  } finally {
    await client.end();
  }
}

/**
 * Removes former versions of rows, which every reader of the index passes until they are gone: how soon a server does that by
 * itself depends on how busy it is.
 */
export async function vacuum(databaseUrl: string, tables: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`VACUUM ${tables.map((table) => client.escapeIdentifier(table)).join()}`);
  } finally {
    await client.end();
  }
}
