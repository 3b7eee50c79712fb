import { Redis, type Result } from 'ioredis';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget-store.js';

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

const RECONNECT_MS = 500;
/** A connection that has been silent for this long with calls pending is closed: it may never answer again. */
const SOCKET_TIMEOUT_MS = 5_000;

/**
 * Rejects when `answer` takes longer than `ms`. When this process itself was stalled, an answer that has already arrived
 * still counts: Redis is not to blame for our delay.
 */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`Redis did not answer within ${ms} ms`));
    // After a stall, timers run before arrived data is read; immediates run after.
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Budgets shared by every gateway. Rejects after `timeoutMs` when Redis does not answer. */
export class RedisBudgets implements BudgetStore {
  private readonly redis: Redis;

  /** @param onFailure Called with connection errors, which otherwise show only as rejected calls. */
  constructor(
    url: string,
    private readonly timeoutMs: number,
    onFailure: (error: Error) => void = () => undefined,
  ) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
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
    const asked = this.redis.takeBudget(key, policy.limit, policy.windowSec);
    const [accepted, used, resetMs] = await within(this.timeoutMs, asked);
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
