import { Redis, type Result } from 'ioredis';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget.js';

/**
 * Accept times in a list, newest first, in microseconds of the Redis clock, so that every gateway measures
 * with one clock and one atomic step. Entries are added and removed at the ends only: constant cost.
 * A clock set back is ridden out on the newest entry; one set back by more than a window starts afresh.
 */
const TAKE = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local limit = tonumber(ARGV[1])
local window = tonumber(ARGV[2]) * 1000000
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
  redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], window / 1000 + 1000)
  accepted = 1
  used = used + 1
end
return {accepted, used, math.ceil((window - (now - oldest)) / 1000)}
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeBudget(key: string, limit: number, windowSec: number): Result<[number, number, number], Context>;
  }
}

/** Milliseconds that a call may wait for Redis; design: Budgets. */
const COMMAND_TIMEOUT_MS = 50;
const RECONNECT_MS = 500;
/** A connection that answers nothing for this long is given up: nothing may ever come over it again. */
const SOCKET_TIMEOUT_MS = 5_000;

/** Budgets shared by every gateway. Rejects within 50 ms when Redis does not answer. */
export class RedisBudgets implements BudgetStore {
  private readonly redis: Redis;

  /** @param onFailure Told of connection trouble, which otherwise shows only as rejected calls. */
  constructor(url: string, onFailure: (error: Error) => void = () => undefined) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => RECONNECT_MS,
      connectTimeout: 2_000,
    });
    this.redis.on('error', onFailure);
    this.redis.defineCommand('takeBudget', { numberOfKeys: 1, lua: TAKE });
  }

  async take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    const key = `capture:budget:${policy.name}:${subject}`;
    const [accepted, used, resetMs] = await this.redis.takeBudget(key, policy.limit, policy.windowSec);
    return {
      accepted: accepted === 1,
      limit: policy.limit,
      remaining: Math.max(0, policy.limit - used),
      resetMs,
    };
  }

  get connected(): boolean {
    return this.redis.status === 'ready';
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }
}
