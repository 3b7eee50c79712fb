import { Breaker } from './breaker.js';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget-store.js';
import { MemoryBudgets } from './memory-budgets.js';

/**
 * Shared budgets that keep working without their server. While the shared store does not answer, this gateway counts
 * alone, with its own share of each budget.
 *
 * Every accepted call is also counted locally. So a single gateway never exceeds a budget in any window, even while the
 * shared store goes away or comes back empty. With several gateways, only that transition can let more calls through.
 */
export class ResilientBudgets implements BudgetStore {
  /**
   * @param gateways Number of gateways that divide a budget among them while the shared store is away.
   * @param onFallback Called for each call that was decided without the shared store.
   */
  constructor(
    private readonly shared: BudgetStore,
    private readonly gateways: number,
    private readonly onFallback: () => void = () => undefined,
    private readonly local = new MemoryBudgets(),
    private readonly breaker = new Breaker(),
  ) {}

  async take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    const seen = this.local.peekNow(subject, policy);
    if (!seen.accepted) return seen;
    const verdict = await this.askShared(() => this.shared.take(subject, policy));
    if (!verdict) return this.local.takeNow(subject, { ...policy, limit: this.shareOf(policy) });
    if (!verdict.accepted) return verdict;
    // Concurrent calls may meanwhile have used up the local count without the shared store.
    const counted = this.local.takeNow(subject, policy);
    return counted.accepted ? verdict : counted;
  }

  async peek(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    const seen = this.local.peekNow(subject, policy);
    if (!seen.accepted) return seen;
    const verdict = await this.askShared(() => this.shared.peek(subject, policy));
    return verdict ?? this.local.peekNow(subject, { ...policy, limit: this.shareOf(policy) });
  }

  async close(): Promise<void> {
    await this.shared.close();
    await this.local.close();
  }

  private async askShared(ask: () => Promise<BudgetVerdict>): Promise<BudgetVerdict | undefined> {
    if (!this.breaker.allows()) {
      this.onFallback();
      return undefined;
    }
    try {
      const verdict = await ask();
      this.breaker.succeeded();
      return verdict;
    } catch {
      this.breaker.failed();
      this.onFallback();
      return undefined;
    }
  }

  private shareOf(policy: BudgetPolicy): number {
    return Math.max(1, Math.floor(policy.limit / this.gateways));
  }
}
