import { expect, it } from 'vitest';
import type { BudgetPolicy, BudgetVerdict } from '../budgets/budget-store.js';
import { MemoryBudgets } from '../budgets/memory-budgets.js';
import type { GatewayConfig } from '../config.js';
import { MemoryKnownTokens } from '../credentials/known-tokens.js';
import { FailureThrottle } from './failure-throttle.js';

const NETWORK = '203.0.113.1';

/** A store whose answers to looks arrive when they are let go. */
class SlowLooks extends MemoryBudgets {
  held: (() => void)[] | undefined;

  override async peek(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict> {
    const verdict = await super.peek(subject, policy);
    const { held } = this;
    if (held) await new Promise<void>((resolve) => held.push(resolve));
    return verdict;
  }
}

it('a look at the budget that is older than the end of another judgement lets nobody in', async () => {
  const budgets = new SlowLooks();
  const config = { CAPTURE_BUDGET_FAILURES: 1 } as GatewayConfig;
  const throttle = new FailureThrottle(config, budgets, new MemoryKnownTokens());
  const first = await throttle.begin(NETWORK, 'a');
  const looks: (() => void)[] = [];
  budgets.held = looks;
  const second = throttle.begin(NETWORK, 'b');
  await expect.poll(() => looks.length).toBe(1);
  budgets.held = undefined;
  expect(await first.fail()).toBe(true);
  looks[0]?.();
  await expect(second).rejects.toMatchObject({ code: 'rate_limited' });
});
