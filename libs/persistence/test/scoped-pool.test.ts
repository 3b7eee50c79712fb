import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { provisionSchema } from '../src/index.js';
import { OrganizationScopes } from '../src/database/organization-scope.js';
import { ScopedPool } from '../src/database/scoped-pool.js';

const TABLE = `
  CREATE TABLE thing (id int PRIMARY KEY, organization_id text NOT NULL);
  ALTER TABLE thing ENABLE ROW LEVEL SECURITY;
  ALTER TABLE thing FORCE ROW LEVEL SECURITY;
  CREATE POLICY organization ON thing USING (
    current_setting('capture.organization', true) IN (organization_id, '*'));
  SET capture.organization = '*';
  INSERT INTO thing VALUES (1, 'a'), (2, 'b')`;
const IDS = { text: 'SELECT id FROM thing ORDER BY id' };

describe('connections that say for whom', () => {
  const scopes = new OrganizationScopes();
  let database: { adminUrl: string; drop(): Promise<void> };
  let url: string;
  let pool: ScopedPool;

  beforeAll(async () => {
    database = await createTestDatabase(inject('postgresAdminUrl'));
    const role = `scoped_${randomBytes(4).toString('hex')}`;
    await provisionSchema(database.adminUrl, { schema: 'things', role, password: 'test' });
    url = Object.assign(new URL(database.adminUrl), { username: role, password: 'test' }).toString();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    await owner.query(TABLE);
    await owner.end();
    // One connection: state left by one statement would show in the next.
    pool = new ScopedPool({ connectionString: url, max: 1 }, scopes);
    // The pool ends before its connection is closed; dropping the database then terminates that connection.
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const ids = async (): Promise<number[]> => (await pool.query<{ id: number }>(IDS)).rows.map(({ id }) => id);

  it('say it anew with every statement and keep nothing of it', async () => {
    expect(await scopes.one('a', ids)).toEqual([1]);
    expect(await ids()).toEqual([]);
    expect(await scopes.every('to count', ids)).toEqual([1, 2]);
    expect(await scopes.withoutOrganization(ids)).toEqual([]);
    expect(await scopes.one('b', ids)).toEqual([2]);
  });

  it('say it for who asked, however long that statement waited for a connection', async () => {
    const asked = ['a', 'b', 'a', 'b'].map((organization) => scopes.one(organization, ids));
    expect(await Promise.all([...asked, ids()])).toEqual([[1], [2], [1], [2], []]);
  });

  it('answer the statement itself: its rows, its count, its error, and are good for the next one', async () => {
    const write = (text: string) => scopes.one('a', () => pool.query({ text }));
    expect((await write('UPDATE thing SET id = id')).rowCount).toBe(1);
    await expect(write('SELECT nothing FROM thing')).rejects.toThrow('does not exist');
    await expect(write(`INSERT INTO thing VALUES (3, 'b')`)).rejects.toThrow('row-level security');
    await expect(write('SELECT 1; SELECT 2')).rejects.toThrow('multiple commands');
    expect(await scopes.one('a', ids)).toEqual([1]);
  });

  it('keep a transaction with who opened it, from its first statement on, also after a savepoint', async () => {
    const client = await scopes.one('a', () => pool.connect());
    const run = async (text: string): Promise<unknown[]> => (await client.query({ text })).rows;
    for (const text of ['BEGIN', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', 'SAVEPOINT before'])
      await run(text);
    expect(await scopes.one('b', () => run(IDS.text))).toEqual([{ id: 1 }]);
    await expect(run('SELECT nothing')).rejects.toThrow();
    await run('ROLLBACK TO SAVEPOINT before');
    expect(await run(IDS.text)).toEqual([{ id: 1 }]);
    await run('COMMIT');
    client.release();
    expect(await ids()).toEqual([]);
  });

  it('prepare a statement once and run it for each organization in turn', async () => {
    const named = async (): Promise<unknown[]> => (await pool.query({ ...IDS, name: 'ids' })).rows;
    for (let round = 0; round < 10; round += 1) {
      expect(await scopes.one('a', named)).toEqual([{ id: 1 }]);
      expect(await scopes.one('b', named)).toEqual([{ id: 2 }]);
      expect(await named()).toEqual([]);
    }
  });

  it('send nothing that they could not say it with', async () => {
    await expect(async () => pool.query('SELECT id FROM thing')).rejects.toThrow('without its organization');
    const client = await pool.connect();
    const own = { text: 'SELECT 1', submit: () => undefined };
    expect(() => client.query(own)).toThrow('without its organization');
    client.release();
  });
});
