import { describe, expect, it } from 'vitest';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from './budget-store.js';
import { ResilientBudgets } from './resilient-budgets.js';

const POLICY: BudgetPolicy = { name: 'read', limit: 10, windowSec: 60 };
const YES: BudgetVerdict = { accepted: true, limit: 10, remaining: 9, resetMs: 60_000 };

/** A shared store that answers as the test says, when the test says. */
class Shared implements BudgetStore {
  asked = 0;
  answer: () => Promise<BudgetVerdict> = () => Promise.resolve(YES);

  take(): Promise<BudgetVerdict> {
    this.asked += 1;
    return this.answer();
  }

  peek(): Promise<BudgetVerdict> {
    return this.answer();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function accepted(budgets: BudgetStore, count: number): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: count }, () => budgets.take('key', POLICY)));
  return verdicts.filter((verdict) => verdict.accepted).length;
}

describe('ResilientBudgets', () => {
  it('counts on alone when the shared store fails, from where the two had got to (scenario 47)', async () => {
    const shared = new Shared();
    const budgets = new ResilientBudgets(shared, 1);
    expect(await accepted(budgets, 4)).toBe(4);
    shared.answer = () => Promise.reject(new Error('gone'));
    expect(await accepted(budgets, 20)).toBe(6);
  });

  it('never exceeds the budget while the shared store comes back empty, with calls under way (scenario 47)', async () => {
    const shared = new Shared();
    const budgets = new ResilientBudgets(shared, 1);
    let answer: (verdict: BudgetVerdict) => void = () => undefined;
    shared.answer = () => new Promise((resolve) => (answer = resolve));
    const underWay = budgets.take('key', POLICY);
    shared.answer = () => Promise.reject(new Error('gone'));
    expect(await accepted(budgets, 20)).toBe(10);
    answer(YES);
    expect((await underWay).accepted).toBe(false);
  });

  it('takes only its share of each budget while it is alone', async () => {
    const shared = new Shared();
    shared.answer = () => Promise.reject(new Error('gone'));
    expect(await accepted(new ResilientBudgets(shared, 3), 20)).toBe(3);
  });

  it('stops asking a shared store that fails', async () => {
    const shared = new Shared();
    const budgets = new ResilientBudgets(shared, 1);
    shared.answer = () => Promise.reject(new Error('gone'));
    for (let count = 0; count < 10; count += 1) await budgets.take('key', POLICY);
    expect(shared.asked).toBe(3);
  });

  it('tells of each call that it decided alone, and of no other', async () => {
    const shared = new Shared();
    let alone = 0;
    const budgets = new ResilientBudgets(shared, 1, () => (alone += 1));
    await accepted(budgets, 2);
    expect(alone).toBe(0);
    shared.answer = () => Promise.reject(new Error('gone'));
    for (let count = 0; count < 6; count += 1) await budgets.take('key', POLICY);
    expect(alone).toBe(6);
  });

  it('does not ask about calls that this gateway alone has spent', async () => {
    const shared = new Shared();
    const budgets = new ResilientBudgets(shared, 1);
    expect(await accepted(budgets, 10)).toBe(10);
    expect(await accepted(budgets, 50)).toBe(0);
    expect(shared.asked).toBe(10);
  });
});
