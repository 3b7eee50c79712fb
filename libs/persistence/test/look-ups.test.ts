import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Database, type PrismaLike } from '../src/index.js';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import { tableOfThings, type TableOfThings } from './fixtures/table-of-things.js';

const ROWS = "(1, 'a'), (2, 'b')";
const BY_ID = 'SELECT id, organization_id AS owner, pg_backend_pid() AS pid FROM thing WHERE id = $1';

interface Found {
  id: number;
  owner: string;
  pid: number;
}

describe('look-ups', () => {
  const scopes = new OrganizationScopes();
  let table: TableOfThings;
  let things: Database;
  let admin: pg.Client;

  beforeAll(async () => {
    table = await tableOfThings(inject('postgresAdminUrl'), scopes, { rows: ROWS, connections: 8 });
    things = new Database({} as PrismaLike, scopes, table.pool);
    admin = new pg.Client({ connectionString: table.adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await table.drop();
  });

  const find = (owner: string, id: unknown, sql = BY_ID): Promise<Found[]> =>
    things.forOrganization(owner, () => things.prepared<Found>(sql, id));

  it('of many callers share two connections, and each sees the rows of its own organization only', async () => {
    const asked = Array.from({ length: 200 }, (_each, index) => index);
    const found = await Promise.all(asked.map((index) => find(index % 2 ? 'a' : 'b', 1 + (index % 3))));
    expect(found.map((rows) => rows.map(({ id, owner }) => `${owner} ${id}`))).toEqual(
      asked.map((index) => {
        const id = 1 + (index % 3);
        if (id === 1 && index % 2) return ['a 1'];
        return id === 2 && !(index % 2) ? ['b 2'] : [];
      }),
    );
    expect(new Set(found.flat().map(({ pid }) => pid)).size).toBe(2);
  });

  it('that fail, or cannot be sent, spoil none of those that go out with them', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('has no form');
      },
    };
    const settled = await Promise.allSettled([
      find('a', 1),
      find('a', 0, 'SELECT 1 / $1::int AS id'),
      find('a', unsendable),
      find('a', 1, 'SELECT nothing FROM thing WHERE id = $1'),
      find('b', 2),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await find('a', 1)).toMatchObject([{ id: 1 }]);
  });

  it('go on over another connection when one is lost, and those under way on it are told', async () => {
    const [before] = await find('a', 1);
    const slow = find('a', 60, 'SELECT pg_sleep($1) IS NULL AS id');
    // The look-up may fail before the call that ends its connection is answered. Caught only then, the failure would count as
    // unhandled.
    const told = expect(slow).rejects.toMatchObject({ code: 'service_unavailable' });
    const state = async (): Promise<string | undefined> => {
      const { rows } = await admin.query<{ state: string }>(
        'SELECT state FROM pg_stat_activity WHERE pid = $1',
        [before?.pid],
      );
      return rows[0]?.state;
    };
    await until('it to be under way', async () => (await state()) === 'active');
    await admin.query('SELECT pg_terminate_backend($1)', [before?.pid]);
    await told;
    const [after] = await find('a', 1);
    expect(after).toMatchObject({ id: 1 });
    expect(after?.pid).not.toBe(before?.pid);
  });

  it('see what their own transaction has written, and those that lock rows have a connection of their own', async () => {
    await things.forOrganization('a', () =>
      things.runDirectly(async () => {
        await things.execute("INSERT INTO thing VALUES (3, 'a')");
        expect(await things.prepared(BY_ID, 3)).toHaveLength(1);
      }),
    );
    const found = await Promise.all(Array.from({ length: 50 }, () => find('a', 3)));
    const shared = new Set(found.flat().map(({ pid }) => pid));
    const [locked] = await find('a', 3, `${BY_ID} FOR UPDATE`);
    expect(shared.size).toBe(2);
    expect(shared).not.toContain(locked?.pid);
  });

  it('are refused once they have ended', async () => {
    await table.pool.lookUps?.end();
    await expect(find('a', 1)).rejects.toThrow('after they have ended');
  });
});
