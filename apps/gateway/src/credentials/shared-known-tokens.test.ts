import { expect, it } from 'vitest';
import type { RedisConnection } from '../budgets/redis-connection.js';
import { SharedKnownTokens } from './shared-known-tokens.js';

/** A Redis in memory, or one that is away. */
function redis(isAway = false): RedisConnection {
  const values = new Map<string, string>();
  const client = {
    getex: (key: string) => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(values.get(key))),
    set: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
  };
  return { client, within: (asked: Promise<unknown>) => asked } as unknown as RedisConnection;
}

it('a gateway that does not know yet whose a token is learns it from another one', async () => {
  const connection = redis();
  const [one, other] = [new SharedKnownTokens(connection), new SharedKnownTokens(connection)];
  one.remember('h', 'either');
  expect([await one.recall('h'), await other.recall('h')]).toEqual(['either', 'either']);
  other.remember('h', 'one');
  expect(await one.recall('h')).toBe('one');
});

it('a token that worked stays known while Redis is away', async () => {
  const tokens = new SharedKnownTokens(redis(true));
  for (const holders of ['one', 'many', 'either'] as const) {
    tokens.remember(holders, holders);
    expect(await tokens.recall(holders)).toBe(holders);
  }
  expect(await tokens.recall('unknown')).toBeUndefined();
});
