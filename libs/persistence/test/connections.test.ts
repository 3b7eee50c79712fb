import { Metrics } from '@capture/platform';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { measureConnections } from '../src/connections/measure-connections.js';

async function samples(metrics: Metrics): Promise<Record<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('capture_database'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('{')), Number(line.split(' ').at(-1))]),
  );
}

it('a pool tells how many of its connections are in use, and how many callers wait for one', async () => {
  const metrics = new Metrics('tests');
  const pool = new pg.Pool({ connectionString: inject('postgresAdminUrl'), max: 2 });
  measureConnections(metrics)(Object.assign(pool, { limit: 2 }));
  const [first, second] = await Promise.all([pool.connect(), pool.connect()]);
  const third = pool.connect();
  expect(await samples(metrics)).toEqual({
    capture_database_connections_busy: 2,
    capture_database_connections_limit: 2,
    capture_database_waiting: 1,
  });
  first.release();
  (await third).release();
  expect(await samples(metrics)).toMatchObject({
    capture_database_connections_busy: 1,
    capture_database_waiting: 0,
  });
  second.release();
  await pool.end();
});
