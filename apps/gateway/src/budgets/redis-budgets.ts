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
local asked = tonumber(ARGV[3])
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
local accepted = math.max(0, math.min(asked, limit - used))
if accepted > 0 then
  for _ = 1, accepted do
    redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
  end
  redis.call('PEXPIRE', KEYS[1], window / 1000 + 1000)
end
return {accepted, used, math.ceil((window - (now - oldest)) / 1000)}
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Asks for some calls of a budget; for none it only looks. Answers how many it accepted, and how many counted before. */
    takeBudget(
      key: string,
      limit: number,
      windowSec: number,
      asked: number,
    ): Result<[number, number, number], Context>;
  }
}

/** Calls that wait for one budget. */
interface Queue {
  key: string;
  policy: BudgetPolicy;
  waiting: { resolve: (verdict: BudgetVerdict) => void; reject: (error: unknown) => void }[];
}

/** Budgets shared by every gateway. Rejects after `timeoutMs` when Redis does not answer. */
export class RedisBudgets implements BudgetStore {
  readonly connection: RedisConnection;
  /** By key, those with calls that wait. */
  private readonly queues = new Map<string, Queue>();
  private due: Queue[] = [];

  /** @param onFailure Called with connection errors, which otherwise show only as rejected calls. */
  constructor(url: string, timeoutMs: number, onFailure: (error: Error) => void = () => undefined) {
    this.connection = new RedisConnection(url, timeoutMs, onFailure);
    this.connection.client.defineCommand('takeBudget', { numberOfKeys: 1, lua: TAKE });
  }

  take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    const key = keyOf(subject, policy);
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      const queue = this.queues.get(key);
      if (queue) return void queue.waiting.push(waiting);
      const added = { key, policy, waiting: [waiting] };
      this.queues.set(key, added);
      this.schedule(added);
    });
  }

  async peek(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    this.connection.gather();
    const [, used, resetMs] = await this.ask(keyOf(subject, policy), policy, 0);
    return verdictOf(policy, used < policy.limit, used, resetMs);
  }

  get connected(): boolean {
    return this.connection.connected;
  }

  close(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }

  /** What is asked within one turn of the loop goes out at its end, in one packet. */
  private schedule(queue: Queue): void {
    if (this.due.length === 0) setImmediate(() => this.askDue());
    this.due.push(queue);
  }

  private askDue(): void {
    const { due } = this;
    this.due = [];
    this.connection.together(() => {
      for (const queue of due) void this.takeAll(queue);
    });
  }

  /**
   * Asks for all calls that wait for one budget, then for those that came meanwhile: of a busy credential one question is under
   * way. Every call is counted by itself, at an instant of its own wait, so the window is as exact as with a question each.
   */
  private async takeAll(queue: Queue): Promise<void> {
    const { key, policy, waiting } = queue;
    queue.waiting = [];
    try {
      const [accepted, used, resetMs] = await this.ask(key, policy, waiting.length);
      for (const [index, { resolve }] of waiting.entries())
        resolve(verdictOf(policy, index < accepted, used + Math.min(index + 1, accepted), resetMs));
    } catch (error) {
      // Those that came meanwhile have waited for the same silence.
      for (const { reject } of [...waiting, ...queue.waiting.splice(0)]) reject(error);
    }
    if (queue.waiting.length > 0) this.schedule(queue);
    else this.queues.delete(key);
  }

  private ask(
    key: string,
    { limit, windowSec }: BudgetPolicy,
    calls: number,
  ): Promise<[number, number, number]> {
    return this.connection.within(this.connection.client.takeBudget(key, limit, windowSec, calls));
  }
}

function keyOf(subject: string, policy: BudgetPolicy): string {
  return `capture:budget:${policy.name}:${subject}`;
}

function verdictOf({ limit }: BudgetPolicy, accepted: boolean, used: number, resetMs: number): BudgetVerdict {
  return { accepted, limit, remaining: Math.max(0, limit - used), resetMs };
}
