import { expect, it } from 'vitest';
import type { BudgetPolicy } from './budget-store.js';
import { MemoryBudgets } from './memory-budgets.js';

const READ: BudgetPolicy = { name: 'read', limit: 600, windowSec: 60 };
const FAILURES: BudgetPolicy = { name: 'failures', limit: 60, windowSec: 60, crowd: true };

/** How many of `count` calls are accepted. */
function accepted(budgets: MemoryBudgets, subject: string, count: number, policy = READ): number {
  return Array.from({ length: count }, () => budgets.takeNow(subject, policy)).filter((each) => each.accepted)
    .length;
}

it('accepts exactly 600 calls of a key although 100,000 other subjects come in between (scenario 46)', () => {
  const budgets = new MemoryBudgets(() => 0);
  expect(accepted(budgets, 'key', 300)).toBe(300);
  for (let index = 0; index < 100_000; index += 1) {
    budgets.takeNow(`invented ${index}`, READ);
    budgets.takeNow(`address ${index}`, FAILURES);
  }
  expect(accepted(budgets, 'key', 1_200)).toBe(300);
});

it('forgets windows once they count no more', () => {
  const clock = { now: 0 };
  const budgets = new MemoryBudgets(() => clock.now);
  for (let index = 0; index < 10_000; index += 1) budgets.takeNow(`key ${index}`, READ);
  expect(budgets.size).toBe(10_000);
  clock.now = 60_001;
  budgets.takeNow('another', READ);
  expect(budgets.size).toBe(1);
});

it('keeps no window for who only asks', () => {
  const budgets = new MemoryBudgets(() => 0);
  for (let index = 0; index < 100; index += 1) budgets.peekNow(`address ${index}`, FAILURES);
  expect(budgets.size).toBe(0);
});

it('in a crowd, memory stays bounded: new addresses share windows, those that count keep theirs', () => {
  const budgets = new MemoryBudgets(() => 0, 1_000);
  accepted(budgets, 'first', 60, FAILURES);
  for (let index = 0; index < 50_000; index += 1) budgets.takeNow(`address ${index}`, FAILURES);
  expect(budgets.size).toBeLessThanOrEqual(1_000 + 1_024);
  expect(accepted(budgets, 'first', 10, FAILURES)).toBe(0);
  expect(accepted(budgets, 'address 49999', 100, FAILURES)).toBeLessThan(60);
});
