import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import type { ScopedPool } from '../src/connections/scoped-pool.js';
import { tableOfThings, type TableOfThings } from './fixtures/table-of-things.js';

const IDS = { text: 'SELECT id FROM thing ORDER BY id' };

describe('connections that say for whom', () => {
  const scopes = new OrganizationScopes();
  let table: TableOfThings;
  let pool: ScopedPool;

  beforeAll(async () => {
    table = await tableOfThings(inject('postgresAdminUrl'), scopes, { rows: `(1, 'a'), (2, 'b')` });
    pool = table.pool;
  });
  afterAll(() => table.drop());

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
