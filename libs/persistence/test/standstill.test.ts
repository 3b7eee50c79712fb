import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import { Database, type PrismaLike } from '../src/index.js';
import { tableOfThings, type TableOfThings } from './fixtures/table-of-things.js';

describe('a transaction that the server ends because its process stood still', () => {
  const scopes = new OrganizationScopes();
  let table: TableOfThings;
  let admin: pg.Client;
  let things: Database;

  beforeAll(async () => {
    table = await tableOfThings(inject('postgresAdminUrl'), scopes);
    things = new Database({} as PrismaLike, scopes, table.pool);
    admin = new pg.Client({ connectionString: table.adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await table.drop();
  });
  beforeEach(() => scopes.every('a test begins', () => table.pool.query({ text: 'DELETE FROM thing' })));

  /** Adds a row, and in the first `times` attempts sends nothing more until the server has ended the transaction. */
  function standingStill(times: number, { repeats }: { repeats: boolean }) {
    const seen = { attempts: 0, commits: 0 };
    const work = async (): Promise<void> => {
      seen.attempts += 1;
      things.onCommit(() => (seen.commits += 1));
      if (repeats) things.repeatAfterStandstill();
      const standsStill = seen.attempts <= times;
      // An attempt that goes on has no such limit: a busy machine lets it wait for longer.
      const [server] = await things.query<{ pid: number }>(
        `SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', $1, true)`,
        standsStill ? '20ms' : '0',
      );
      await things.execute(`INSERT INTO thing VALUES (1, 'a')`);
      if (standsStill) await ended(Number(server?.pid));
      await things.execute(`INSERT INTO thing VALUES (2, 'a')`);
    };
    return { seen, done: things.forOrganization('a', () => things.runDirectly(work)) };
  }

  const ended = (pid: number): Promise<unknown> =>
    until('the server to end the transaction', async () => {
      const { rows } = await admin.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid]);
      return rows.length === 0;
    });
  const ids = (): Promise<unknown[]> =>
    things.forOrganization('a', () => things.query('SELECT id FROM thing ORDER BY id'));

  it('is run once more, with one effect, where its work says that it may be repeated', async () => {
    const { seen, done } = standingStill(1, { repeats: true });
    await done;
    expect(seen).toEqual({ attempts: 2, commits: 1 });
    expect(await ids()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('fails when the process stands still again, and where its work does not say so; nothing has happened', async () => {
    for (const [times, repeats, attempts] of [
      [2, true, 2],
      [1, false, 1],
    ] as const) {
      const { seen, done } = standingStill(times, { repeats });
      await expect(done).rejects.toMatchObject({
        code: 'service_unavailable',
        detail: expect.stringContaining('in the middle of this call') as string,
      });
      expect(seen).toEqual({ attempts, commits: 0 });
      expect(await ids()).toEqual([]);
    }
  });
});
