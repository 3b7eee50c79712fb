import { Breaker } from './breaker.js';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget.js';
import { MemoryBudgets } from './budget.memory.js';

/**
 * Shared budgets that outlive their server. While the shared store does not answer, this gateway works on its
 * own share of each budget.
 *
 * Every accepted call is also counted here, whoever accepted it. So one gateway alone never exceeds a budget
 * in any window, also across the moment when the shared store goes away or comes back empty; with n gateways
 * only that moment can let through more.
 */
export class ResilientBudgets implements BudgetStore {
  /** @param gateways How many share a budget while each is on its own. */
  constructor(
    private readonly shared: BudgetStore,
    private readonly gateways: number,
    private readonly own = new MemoryBudgets(),
    private readonly breaker = new Breaker(),
  ) {}

  async take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    const seen = this.own.look(subject, policy);
    if (!seen.accepted) return seen;
    const verdict = await this.askShared(subject, policy);
    if (!verdict) return this.own.takeNow(subject, { ...policy, limit: this.shareOf(policy) });
    if (!verdict.accepted) return verdict;
    // Calls that were on their way at the same time may have taken the rest without the shared store.
    const counted = this.own.takeNow(subject, policy);
    return counted.accepted ? verdict : counted;
  }

  async close(): Promise<void> {
    await this.shared.close();
    await this.own.close();
  }

  private async askShared(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict | undefined> {
    if (!this.breaker.allows()) return undefined;
    try {
      const verdict = await this.shared.take(subject, policy);
      this.breaker.succeeded();
      return verdict;
    } catch {
      this.breaker.failed();
      return undefined;
    }
  }

  private shareOf(policy: BudgetPolicy): number {
    return Math.max(1, Math.floor(policy.limit / this.gateways));
  }
}
