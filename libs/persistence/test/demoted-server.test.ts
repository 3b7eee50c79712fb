import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Database, type PrismaLike } from '../src/index.js';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import { tableOfThings, type TableOfThings } from './fixtures/table-of-things.js';

describe('a server that takes no changes any more', () => {
  const scopes = new OrganizationScopes();
  let table: TableOfThings;
  let things: Database;

  beforeAll(async () => {
    table = await tableOfThings(inject('postgresAdminUrl'), scopes);
    things = new Database({} as PrismaLike, scopes, table.pool);
  });
  afterAll(() => table.drop());

  const add = (id: number): Promise<number> =>
    things.forOrganization('a', () =>
      things.runDirectly(() => things.execute("INSERT INTO thing VALUES ($1, 'a')", id)),
    );

  it('loses the connection that says so, and the next change goes over one to the server that took over', async () => {
    // Of this connection only: who connects anew finds a server that takes changes.
    await table.pool.query({ text: 'SET default_transaction_read_only = on' });
    await expect(add(1)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(table.pool.totalCount).toBe(0);
    expect(await add(1)).toBe(1);
  });

  it('is left with all connections, those of look-ups and those that only read too', async () => {
    const { pool, drop } = await tableOfThings(inject('postgresAdminUrl'), scopes, { connections: 8 });
    const database = new Database({} as PrismaLike, scopes, pool);
    const lookUp = async (): Promise<number> =>
      (await database.prepared<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid ?? 0;
    const pidOf = async (client: Pick<pg.ClientBase, 'query'>): Promise<number> =>
      (await client.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' })).rows[0]?.pid ?? 0;
    const [demoted, reading] = [await pool.connect(), await pool.connect()];
    const [shared, read] = [await lookUp(), await pidOf(reading)];
    await demoted.query({ text: 'SET default_transaction_read_only = on' });
    await expect(demoted.query({ text: 'CREATE TABLE other ()' })).rejects.toMatchObject({ code: '25006' });
    demoted.release();
    reading.release();
    expect(pool.totalCount).toBe(0);
    expect(await lookUp()).not.toBe(shared);
    expect(await pidOf(pool)).not.toBe(read);
    await drop();
  });

  it('keeps connections whose changes fail for another reason', async () => {
    await expect(add(1)).rejects.toThrow('duplicate key');
    expect(table.pool.totalCount).toBe(1);
  });
});
