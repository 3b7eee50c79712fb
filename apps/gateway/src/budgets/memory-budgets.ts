import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget-store.js';

/** Times of accepted calls of one subject, oldest first. Expired ones are skipped and removed in batches. */
class AcceptLog {
  private times: number[] = [];
  private head = 0;

  get used(): number {
    return this.times.length - this.head;
  }

  get oldest(): number | undefined {
    return this.times[this.head];
  }

  get newest(): number {
    return this.times.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /** Drops calls that left the window. A call exactly one window old still counts: clocks tick in steps. */
  expire(before: number): void {
    while (this.head < this.times.length && (this.times[this.head] ?? 0) < before) this.head += 1;
    if (this.head > 32 && this.head * 2 > this.times.length) {
      this.times = this.times.slice(this.head);
      this.head = 0;
    }
  }

  add(time: number): void {
    this.times.push(time);
  }
}

const MAX_CROWD = 100_000;
/** Windows that addresses share once a crowd is full. */
const SHARED = 1_024;

/**
 * Budgets counted in this process. A window that still counts is never forgotten. Windows of credentials are as many as
 * there are credentials that work; those of addresses are bounded by `maxCrowd`, beyond which new addresses share.
 */
export class MemoryBudgets implements BudgetStore {
  /** By policy, least recently accepted subject first. */
  private readonly groups = new Map<string, Map<string, AcceptLog>>();

  /** @param now Monotonic milliseconds: a stepping wall clock must not widen the window. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly maxCrowd = MAX_CROWD,
  ) {}

  take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    return Promise.resolve(this.takeNow(subject, policy));
  }

  peek(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    return Promise.resolve(this.peekNow(subject, policy));
  }

  takeNow(subject: string, policy: BudgetPolicy): BudgetVerdict {
    const { group, key, log } = this.find(subject, policy);
    const accepted = log.used < policy.limit;
    if (accepted) {
      log.add(this.now());
      // Insertion order is the order of the last accepted call.
      group.delete(key);
      group.set(key, log);
    }
    return this.verdict(log, policy, accepted);
  }

  peekNow(subject: string, policy: BudgetPolicy): BudgetVerdict {
    const { log } = this.find(subject, policy);
    return this.verdict(log, policy, log.used < policy.limit);
  }

  close(): Promise<void> {
    this.groups.clear();
    return Promise.resolve();
  }

  /** Windows in memory. */
  get size(): number {
    return [...this.groups.values()].reduce((sum, group) => sum + group.size, 0);
  }

  private find(
    subject: string,
    policy: BudgetPolicy,
  ): { group: Map<string, AcceptLog>; key: string; log: AcceptLog } {
    const before = this.now() - policy.windowSec * 1000;
    const group = this.groupOf(policy);
    forgetExpired(group, before);
    const full = policy.crowd === true && group.size >= this.maxCrowd && !group.has(subject);
    const key = full ? `shared ${bucketOf(subject)}` : subject;
    const log = group.get(key) ?? new AcceptLog();
    log.expire(before);
    return { group, key, log };
  }

  private groupOf({ name, windowSec, crowd = false }: BudgetPolicy): Map<string, AcceptLog> {
    const key = `${name}/${windowSec}/${crowd}`;
    const known = this.groups.get(key);
    if (known) return known;
    const group = new Map<string, AcceptLog>();
    this.groups.set(key, group);
    return group;
  }

  private verdict(log: AcceptLog, policy: BudgetPolicy, accepted: boolean): BudgetVerdict {
    const age = log.oldest === undefined ? 0 : this.now() - log.oldest;
    return {
      accepted,
      limit: policy.limit,
      remaining: Math.max(0, policy.limit - log.used),
      resetMs: Math.max(0, policy.windowSec * 1000 - age),
    };
  }
}

function forgetExpired(group: Map<string, AcceptLog>, before: number): void {
  for (const [key, log] of group) {
    if (log.newest >= before) return;
    group.delete(key);
  }
}

function bucketOf(subject: string): number {
  let hash = 0;
  for (let index = 0; index < subject.length; index += 1)
    hash = (Math.imul(hash, 31) + subject.charCodeAt(index)) | 0;
  return (hash >>> 0) % SHARED;
}
