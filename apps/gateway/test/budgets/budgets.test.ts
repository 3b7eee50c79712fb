import { RedisServer, SharedAddress, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MemoryBudgets } from '../../src/budgets/memory-budgets.js';
import { RedisBudgets } from '../../src/budgets/redis-budgets.js';
import { ResilientBudgets } from '../../src/budgets/resilient-budgets.js';
import { budgetConformance } from '../fixtures/budget-conformance.js';
import { GatewayPair } from '../fixtures/gateway-pair.js';

/** Long enough for a busy machine: these tests are about counting, not about timing out. */
const PATIENT_MS = 5_000;

async function openRedis(wrap: (budgets: RedisBudgets) => RedisBudgets | ResilientBudgets) {
  const server = await RedisServer.start();
  const redis = new RedisBudgets(server.url, PATIENT_MS);
  await until('the connection', () => redis.connected);
  const store = wrap(redis);
  const close = async (): Promise<void> => {
    await store.close();
    await server.stop();
  };
  return { store, close };
}

budgetConformance('in-memory', () => {
  const store = new MemoryBudgets();
  return Promise.resolve({ store, close: () => store.close() });
});
budgetConformance('Redis', () => openRedis((redis) => redis));
budgetConformance('resilient', () => openRedis((redis) => new ResilientBudgets(redis, 1)));

describe('questions to Redis', () => {
  let server: RedisServer;
  let redis: RedisBudgets;
  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new RedisBudgets(server.url, PATIENT_MS);
    await until('the connection', () => redis.connected);
  });
  afterAll(async () => {
    await redis.close();
    await server.stop();
  });

  const take = () => redis.take('key_1', { name: 'read', limit: 50, windowSec: 60 });

  it('of one turn of the loop are one question, in which each call is counted by itself', async () => {
    // The first makes the script known.
    expect((await take()).remaining).toBe(49);
    const stream = redis.connection.client.stream as unknown as Record<'_write' | '_writev', () => void>;
    const [several, one] = [vi.spyOn(stream, '_writev'), vi.spyOn(stream, '_write')];
    const asked = vi.spyOn(redis.connection.client, 'takeBudget');
    const verdicts = await Promise.all(times(60, take));
    expect([several.mock.calls.length + one.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1]);
    expect(verdicts.filter(({ accepted }) => accepted).map(({ remaining }) => remaining)).toEqual(
      times(49, (index) => 48 - index),
    );
  });
});

it('questions to Redis go to the one that took over, once the one before is its replica', async () => {
  const [before, after] = await Promise.all([RedisServer.start(), RedisServer.start()]);
  const address = await SharedAddress.listen(before.port);
  const redis = new RedisBudgets(address.url.replace('http:', 'redis:'), PATIENT_MS);
  const take = () => redis.take('key_1', { name: 'read', limit: 50, windowSec: 60 });
  try {
    await until('the connection', () => redis.connected);
    await take();
    address.ports.splice(0, 1, after.port);
    const { client } = redis.connection;
    // It would leave a file behind otherwise.
    await client.config('SET', 'repl-diskless-load', 'swapdb');
    await client.replicaof('127.0.0.1', String(after.port));
    await until('an answer of the one that took over', () => take().then(Boolean, () => false), 10_000);
  } finally {
    await redis.close();
    await address.close();
    await Promise.all([before.stop(), after.stop()]);
  }
});

interface Tally {
  statuses: Record<number, number>;
  slowestMs: number;
}

async function tally(calls: Promise<{ status: number; ms: number }>[]): Promise<Tally> {
  const result: Tally = { statuses: {}, slowestMs: 0 };
  for (const { status, ms } of await Promise.all(calls)) {
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    result.slowestMs = Math.max(result.slowestMs, ms);
  }
  return result;
}

const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_value, index) => work(index));

describe('two gateways over one Redis', () => {
  let pair: GatewayPair;

  beforeAll(async () => {
    pair = await GatewayPair.start(PATIENT_MS);
  });

  afterAll(() => pair.close());

  it('accept exactly 600 of a burst between them (scenario 46)', async () => {
    const { key } = pair.accounts.add();
    expect((await tally(times(800, (index) => pair.read(key, index % 2)))).statuses).toEqual({
      200: 600,
      429: 200,
    });
  });

  it('say when to come back: Retry-After, the problem document and the RateLimit headers agree', async () => {
    const { key } = pair.accounts.add();
    await Promise.all(times(600, () => pair.read(key, 0)));
    const response = await pair.fetch(key, 1);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(30);
    expect(response.headers.get('ratelimit-policy')).toBe('"read";q=600;w=60');
    expect(response.headers.get('ratelimit')).toBe(`"read";r=0;t=${seconds}`);
    expect(await response.json()).toMatchObject({ code: 'rate_limited', retryAfterSec: seconds });
  });

  it('do not charge the bytes of an upload', async () => {
    for (const count of [1, 2, 3]) {
      const response = await fetch(`${pair.urls[0]}/api/v1/uploads/u/parts/${count}`, {
        method: 'PUT',
        body: 'x',
      });
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }
  });
});

describe('a gateway whose Redis fails', () => {
  let pair: GatewayPair;

  beforeAll(async () => {
    pair = await GatewayPair.start(50);
  });

  afterAll(() => pair.close());

  it('with Redis stopped, no answer is a failure, none waits long, and the budget still holds (scenario 48)', async () => {
    const { key } = pair.accounts.add();
    await Promise.all(times(300, () => pair.read(key, 0)));
    process.kill(pair.redis.pid ?? 0, 'SIGSTOP');
    const first = await tally(times(100, () => pair.read(key, 0)));
    const later = await tally(times(300, () => pair.read(key, 0)));
    process.kill(pair.redis.pid ?? 0, 'SIGCONT');
    expect([first.statuses, later.statuses]).toEqual([{ 200: 100 }, { 200: 200, 429: 100 }]);
    // A call that waited for Redis would end with the socket's time-out, after five seconds.
    expect(first.slowestMs).toBeLessThan(5_000);
    await pair.countTogether();
  });

  it('with Redis killed and restarted empty, no answer is a failure and the budget still holds (scenario 47)', async () => {
    const { key } = pair.accounts.add();
    const statuses: number[] = [];
    let running = true;
    const load = async (): Promise<void> => {
      while (running) statuses.push((await pair.read(key, 0)).status);
    };
    const loads = times(4, load);
    await until('some calls to be accepted', () => statuses.length > 50);
    await pair.redis.kill('SIGKILL');
    await until('many more calls', () => statuses.length > 250);
    await pair.redis.up();
    await until('the budget to be spent', () => statuses.filter((status) => status === 429).length > 100);
    running = false;
    await Promise.all(loads);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    await pair.countTogether();
  });
});
