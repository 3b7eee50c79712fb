import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { applyMigrations, provisionSchema, requiredMigrations } from '../src/index.js';
import { missingSql, schemaSql } from '../src/migrations/schema-sql.js';

const MODEL =
  'datasource db {\n  provider = "postgresql"\n}\nmodel Thing {\n  id String @id\n  @@map("thing")\n}\n';
const LARGER = MODEL.replace('id String @id', 'id String @id\n  name String?');

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

describe('schemas and migrations', () => {
  let database: { adminUrl: string; drop(): Promise<void> };
  let directory: string;

  const urlOf = (role: string): string => {
    const url = new URL(database.adminUrl);
    url.username = role;
    url.password = 'secret';
    return url.toString();
  };
  const migration = async (name: string, sql: string): Promise<void> => {
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, 'migration.sql'), sql);
  };

  beforeAll(async () => {
    database = await createTestDatabase(inject('postgresAdminUrl'));
    directory = await mkdtemp(join(tmpdir(), 'capture-migrations-'));
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await provisionSchema(database.adminUrl, {
        schema: `svc_${name}`,
        role: `mig_${name}`,
        password: 'secret',
      });
    }
  });

  afterAll(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  it('applies what is missing, once, in order, and says what it applied', async () => {
    const target = { url: urlOf('mig_one'), schema: 'svc_one' };
    await migration('20260101000000_init', await schemaSql(target, MODEL));
    expect(await applyMigrations(target, [directory])).toEqual(['20260101000000_init']);
    expect(await applyMigrations(target, [directory])).toEqual([]);
    await migration('20260102000000_name', await missingSql(target, LARGER));
    expect(await applyMigrations(target, [directory])).toEqual(['20260102000000_name']);
    expect(await requiredMigrations([directory])).toEqual(['20260101000000_init', '20260102000000_name']);
    await query(target.url, "INSERT INTO thing (id, name) VALUES ('a', 'b')");
  });

  it('lets two migration jobs start at once: each migration is applied by one of them', async () => {
    const target = { url: urlOf('mig_two'), schema: 'svc_two' };
    const runs = await Promise.all([
      applyMigrations(target, [directory]),
      applyMigrations(target, [directory]),
    ]);
    expect(runs.flat().sort()).toEqual(['20260101000000_init', '20260102000000_name']);
  });

  it('applies at the next run what a run was stopped in the middle of, and leaves nothing of it until then', async () => {
    const target = { url: urlOf('mig_five'), schema: 'svc_five' };
    const admin = new pg.Client({ connectionString: database.adminUrl });
    await admin.connect();
    const own = await mkdtemp(join(tmpdir(), 'capture-killed-migration-'));
    try {
      const inOwn = async (name: string, sql: string): Promise<void> => {
        await mkdir(join(own, name));
        await writeFile(join(own, name, 'migration.sql'), sql);
      };
      await inOwn('20260101000000_gate', 'CREATE TABLE gate (id int)');
      await applyMigrations(target, [own]);
      await inOwn(
        '20260102000000_halves',
        'CREATE TABLE first (id int); INSERT INTO gate VALUES (1); CREATE TABLE second (id int);',
      );
      await admin.query('BEGIN; LOCK TABLE svc_five.gate');
      const killed = expect(applyMigrations(target, [own])).rejects.toThrow();
      const waits = `SELECT pid FROM pg_stat_activity WHERE usename = 'mig_five' AND wait_event_type = 'Lock'`;
      await until(
        'the migration to wait',
        async () => (await query(database.adminUrl, waits)).rowCount === 1,
      );
      await query(database.adminUrl, `SELECT pg_terminate_backend(pid) FROM (${waits}) AS waiting`);
      await killed;
      await admin.query('ROLLBACK');
      await expect(query(target.url, 'SELECT * FROM first')).rejects.toThrow('does not exist');
      expect(await applyMigrations(target, [own])).toEqual(['20260102000000_halves']);
      await query(target.url, 'SELECT * FROM first, second');
    } finally {
      await admin.end();
      await rm(own, { recursive: true });
    }
  });

  it('gives way to whoever uses its tables, and keeps nobody else from them while it waits', async () => {
    const target = { url: urlOf('mig_six'), schema: 'svc_six' };
    const backup = new pg.Client({ connectionString: database.adminUrl });
    await backup.connect();
    const own = await mkdtemp(join(tmpdir(), 'capture-waiting-migration-'));
    try {
      const inOwn = async (name: string, sql: string): Promise<void> => {
        await mkdir(join(own, name));
        await writeFile(join(own, name, 'migration.sql'), sql);
      };
      await inOwn('20260101000000_init', 'CREATE TABLE busy (id int)');
      await applyMigrations(target, [own]);
      await inOwn('20260102000000_more', 'ALTER TABLE busy ADD more int');
      // As pg_dump has each table until its end.
      await backup.query('BEGIN; LOCK TABLE svc_six.busy IN ACCESS SHARE MODE');
      const told: string[] = [];
      const patience = { lockWaitMs: 50, pauseMs: 10, tries: Infinity };
      await expect(applyMigrations(target, [own], { ...patience, tries: 2 })).rejects.toThrow('pg_dump');
      const migrated = applyMigrations(target, [own], { ...patience, tell: (what) => told.push(what) });
      await until('patience', () => told.length >= 2);
      expect(told[0]).toContain('20260102000000_more');
      await query(target.url, 'SELECT * FROM busy');
      await backup.query('ROLLBACK');
      expect(await migrated).toEqual(['20260102000000_more']);
      await query(target.url, 'SELECT more FROM busy');
    } finally {
      await backup.end();
      await rm(own, { recursive: true });
    }
  });

  it('says why the database was not reached, also where the engine knows no more than a number of it', async () => {
    const hangsUp = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    try {
      await once(hangsUp, 'listening');
      const { port } = hangsUp.address() as AddressInfo;
      const target = { url: `postgresql://nobody@127.0.0.1:${port}/nothing`, schema: 'svc_one' };
      const refused = /Connection terminated|ECONNRESET/;
      await expect(applyMigrations(target, [directory])).rejects.toThrow(refused);
      await expect(missingSql(target, MODEL)).rejects.toThrow(refused);
    } finally {
      hangsUp.close();
    }
  });

  it("keeps a service's role out of another service's schema", async () => {
    await expect(query(urlOf('mig_two'), 'SELECT * FROM svc_one.thing')).rejects.toThrow(/permission denied/);
    await expect(query(urlOf('mig_two'), 'CREATE TABLE public.stray (id int)')).rejects.toThrow(
      /permission denied/,
    );
  });

  it('finds what a datamodel has and the migrations do not make, and nothing when they agree', async () => {
    const target = { url: urlOf('mig_one'), schema: 'svc_one' };
    expect(await missingSql(target, LARGER)).toBe('');
    const third = LARGER.replace('name String?', 'name String?\n  size Int @default(0)');
    expect(await missingSql(target, third)).toContain('ADD COLUMN     "size" INTEGER');
  });

  it("applies a library's migrations and a service's own in the order of their names, each set in its own time", async () => {
    const target = { url: urlOf('mig_three'), schema: 'svc_three' };
    const library = await mkdtemp(join(tmpdir(), 'capture-library-migrations-'));
    const inLibrary = async (name: string, sql: string): Promise<void> => {
      await mkdir(join(library, name));
      await writeFile(join(library, name, 'migration.sql'), sql);
    };
    await inLibrary('20260101120000_shared', 'CREATE TABLE shared (id int)');
    const first = ['20260101000000_init', '20260101120000_shared', '20260102000000_name'];
    expect(await applyMigrations(target, [library, directory])).toEqual(first);
    // Written before a migration that has been applied already, taken by the service after it.
    await inLibrary('20260101180000_shared_size', 'ALTER TABLE shared ADD size int');
    expect(await applyMigrations(target, [library, directory])).toEqual(['20260101180000_shared_size']);
    await rm(library, { recursive: true });
  });

  it('fails again at every run after a migration has failed, and names it', async () => {
    const target = { url: urlOf('mig_four'), schema: 'svc_four' };
    await migration('20260103000000_broken', 'SELECT nothing FROM nowhere');
    await expect(applyMigrations(target, [directory])).rejects.toThrow('nowhere');
    await expect(applyMigrations(target, [directory])).rejects.toThrow('20260103000000_broken');
  });
});
