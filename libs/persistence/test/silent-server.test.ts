import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, inject, it } from 'vitest';
import { Database, type PrismaLike } from '../src/index.js';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import { ScopedPool } from '../src/connections/scoped-pool.js';
import { QuietProxy } from './fixtures/quiet-proxy.js';

const NAME = 'silent-server-test';
const LIMITS = { lookUpMs: 2_000, statementMs: 2_000 };

describe('a server that does not answer', () => {
  let proxy: QuietProxy;
  let pool: ScopedPool;
  let database: Database;

  beforeAll(async () => {
    const { hostname, port } = new URL(inject('postgresAdminUrl'));
    proxy = await QuietProxy.to({ host: hostname, port: Number(port) });
  });
  afterAll(() => proxy.close());

  beforeEach(() => {
    const url = new URL(inject('postgresAdminUrl'));
    url.host = `127.0.0.1:${proxy.port}`;
    const scopes = new OrganizationScopes();
    pool = new ScopedPool(
      {
        connectionString: url.toString(),
        max: 4,
        connectionTimeoutMillis: 5_000,
        application_name: NAME,
        answerLimits: LIMITS,
      },
      scopes,
    );
    pool.on('error', () => undefined);
    database = new Database({} as PrismaLike, scopes, pool);
  });
  afterEach(() => pool.end());

  const gone = { code: 'service_unavailable' };
  const one = (): Promise<unknown[]> => database.query('SELECT 1 AS one');
  const lookUp = (): Promise<unknown[]> => database.prepared('SELECT 1 AS one');
  const change = (): Promise<number> => database.runDirectly(() => database.execute('SELECT 1'));

  it('fails statements, look-ups and transactions when it is gone without a word, and those after it go over new connections', async () => {
    await Promise.all([one(), lookUp(), change()]);
    proxy.fallSilent();
    await Promise.all([one(), lookUp(), change()].map((call) => expect(call).rejects.toMatchObject(gone)));
    expect(pool.totalCount).toBe(0);
    proxy.speakAgain();
    expect(await Promise.all([one(), lookUp()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    expect(await change()).toBe(1);
  });

  it('ends by itself what its caller has given up: nobody waits for that any more', async () => {
    const admin = new pg.Client({ connectionString: inject('postgresAdminUrl') });
    await admin.connect();
    const underWay = async (): Promise<number> => {
      const sql = `SELECT FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'`;
      return (await admin.query(sql, [NAME])).rowCount ?? 0;
    };
    const asked = [
      database.query('SELECT pg_sleep(300) IS NULL AS slept'),
      database.prepared('SELECT pg_sleep(300) IS NULL AS slept'),
    ].map((call) => expect(call).rejects.toMatchObject(gone));
    await Promise.all(asked);
    await until('the server to end both', async () => (await underWay()) === 0);
    await admin.end();
  });
});
