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

const MAX_SUBJECTS = 100_000;

/**
 * Budgets counted in this process. Keeps at most `maxSubjects` and evicts the least recently used, so that invented
 * credentials cannot fill the memory.
 */
export class MemoryBudgets implements BudgetStore {
  private readonly logs = new Map<string, AcceptLog>();

  /** @param now Monotonic milliseconds: a stepping wall clock must not widen the window. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly maxSubjects = MAX_SUBJECTS,
  ) {}

  take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    return Promise.resolve(this.takeNow(subject, policy));
  }

  takeNow(subject: string, policy: BudgetPolicy): BudgetVerdict {
    const log = this.log(subject, policy);
    const accepted = log.used < policy.limit;
    if (accepted) log.add(this.now());
    return this.verdict(log, policy, accepted);
  }

  /** The verdict that `take` would return, without taking. */
  peek(subject: string, policy: BudgetPolicy): BudgetVerdict {
    const log = this.log(subject, policy);
    return this.verdict(log, policy, log.used < policy.limit);
  }

  close(): Promise<void> {
    this.logs.clear();
    return Promise.resolve();
  }

  get size(): number {
    return this.logs.size;
  }

  private log(subject: string, policy: BudgetPolicy): AcceptLog {
    const key = `${policy.name}:${subject}`;
    const log = this.logs.get(key) ?? new AcceptLog();
    log.expire(this.now() - policy.windowSec * 1000);
    // Insertion order is the order of use.
    this.logs.delete(key);
    this.logs.set(key, log);
    if (this.logs.size > this.maxSubjects) this.forgetOldest();
    return log;
  }

  private forgetOldest(): void {
    const [oldest] = this.logs.keys();
    if (oldest !== undefined) this.logs.delete(oldest);
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
