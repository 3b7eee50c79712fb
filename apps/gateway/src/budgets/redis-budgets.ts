import type { Result } from 'ioredis';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget-store.js';
import { RedisConnection } from './redis-connection.js';

/**
 * Keeps the times of accepted calls in a list, newest first, in microseconds of the Redis clock: every gateway measures
 * with one clock and in one atomic step. Entries are added and removed at the ends only, at constant cost.
 * While the clock is behind the newest entry, that entry's time is used; a clock set back by more than a window clears
 * the list.
 */
const TAKE = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000000
local taking = ARGV[3] == '1'
local newest = tonumber(redis.call('LINDEX', KEYS[1], 0) or 0)
if newest - now > window then
  redis.call('DEL', KEYS[1])
elseif newest > now then
  now = newest
end
local oldest = tonumber(redis.call('LINDEX', KEYS[1], -1) or now)
while now - oldest > window do
  redis.call('RPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], -1) or now)
end
local used = redis.call('LLEN', KEYS[1])
local accepted = 0
if used < limit then
  accepted = 1
  if taking then
    redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
    redis.call('PEXPIRE', KEYS[1], window / 1000 + 1000)
    used = used + 1
  end
end
return {accepted, used, math.ceil((window - (now - oldest)) / 1000)}
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Only looks when `taking` is 0. */
    takeBudget(
      key: string,
      limit: number,
      windowSec: number,
      taking: 0 | 1,
    ): Result<[number, number, number], Context>;
  }
}

/** Budgets shared by every gateway. Rejects after `timeoutMs` when Redis does not answer. */
export class RedisBudgets implements BudgetStore {
  readonly connection: RedisConnection;

  /** @param onFailure Called with connection errors, which otherwise show only as rejected calls. */
  constructor(url: string, timeoutMs: number, onFailure: (error: Error) => void = () => undefined) {
    this.connection = new RedisConnection(url, timeoutMs, onFailure);
    this.connection.client.defineCommand('takeBudget', { numberOfKeys: 1, lua: TAKE });
  }

  take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    return this.ask(subject, policy, 1);
  }

  peek(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    return this.ask(subject, policy, 0);
  }

  get connected(): boolean {
    return this.connection.connected;
  }

  close(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }

  private async ask(subject: string, policy: BudgetPolicy, taking: 0 | 1): Promise<BudgetVerdict> {
    const { limit, windowSec } = policy;
    const key = `capture:budget:${policy.name}:${subject}`;
    this.connection.gather();
    const asked = this.connection.client.takeBudget(key, limit, windowSec, taking);
    const [accepted, used, resetMs] = await this.connection.within(asked);
    return { accepted: accepted === 1, limit, remaining: Math.max(0, limit - used), resetMs };
  }
}
