import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { applyMigrations, provisionSchema } from '../src/index.js';

const INDEX = 'large_name_idx';
const MADE_BESIDE_WRITERS = `-- Each statement commits by itself.
DROP INDEX CONCURRENTLY IF EXISTS "${INDEX}"; CREATE INDEX CONCURRENTLY "${INDEX}" ON large (name);`;

let database: { adminUrl: string; drop(): Promise<void> };
let folder: string;
let admin: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresAdminUrl'));
  folder = await mkdtemp(join(tmpdir(), 'capture-concurrent-index-'));
  for (const name of ['large', 'other'])
    await provisionSchema(database.adminUrl, { schema: name, role: `ci_${name}`, password: 'secret' });
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function targetOf(schema: string): { url: string; schema: string } {
  const url = new URL(database.adminUrl);
  url.username = `ci_${schema}`;
  url.password = 'secret';
  return { url: url.toString(), schema };
}

async function migration(set: string, name: string, sql: string): Promise<string> {
  await mkdir(join(folder, set, name), { recursive: true });
  await writeFile(join(folder, set, name, 'migration.sql'), sql);
  return join(folder, set);
}

/** Connections of a role that PostgreSQL has in this state. */
async function count(role: string, condition: string): Promise<number> {
  const { rows } = await outside(`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND usename = '${role}' AND ${condition}`);
  return (rows[0] as { count: number }).count;
}

/** By a connection that is in no transaction of the test's. */
async function outside(sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

it('an index is made beside writers, and beside the runs of other services that wait for their turn', async () => {
  const large = await migration('large', '20260101000000_init', 'CREATE TABLE large (name text)');
  await applyMigrations(targetOf('large'), [large]);
  await migration('large', '20260102000000_index', MADE_BESIDE_WRITERS);
  const other = await migration('other', '20260101000000_init', 'CREATE TABLE other (id int)');

  // Of an earlier run that was stopped.
  await admin.query(`CREATE INDEX ${INDEX} ON large.large (name)`);
  await admin.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'large.${INDEX}'::regclass`);
  await admin.query(`BEGIN; INSERT INTO large.large VALUES ('written before')`);
  const indexed = applyMigrations(targetOf('large'), [large]);
  await until('the migration to wait for the writer', async () =>
    Boolean(await count('ci_large', `wait_event_type = 'Lock'`)),
  );
  await outside(`INSERT INTO large.large VALUES ('written meanwhile')`);
  const waiting = applyMigrations(targetOf('other'), [other]);
  await until('the other run to wait', async () =>
    Boolean(await count('ci_other', `query LIKE '%advisory_lock%'`)),
  );
  await admin.query('COMMIT');

  expect(await indexed).toEqual(['20260102000000_index']);
  expect(await waiting).toEqual(['20260101000000_init']);
  const { rows } = await outside(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'large.${INDEX}'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});
