import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, inject, it } from 'vitest';
import { Database, type PrismaLike } from '../src/index.js';
import { OrganizationScopes } from '../src/connections/organization-scope.js';
import { ScopedPool } from '../src/connections/scoped-pool.js';
import { QuietProxy } from './fixtures/quiet-proxy.js';

const LIMITS = { lookUpMs: 2_000, statementMs: 2_000 };

describe('a server that is gone without a word', () => {
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
      { connectionString: url.toString(), max: 4, connectionTimeoutMillis: 5_000, answerLimits: LIMITS },
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

  it('fails statements, look-ups and transactions, and those after it go over new connections', async () => {
    await Promise.all([one(), lookUp(), change()]);
    proxy.fallSilent();
    await Promise.all([one(), lookUp(), change()].map((call) => expect(call).rejects.toMatchObject(gone)));
    expect(pool.totalCount).toBe(0);
    proxy.speakAgain();
    expect(await Promise.all([one(), lookUp()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    expect(await change()).toBe(1);
  });
});
