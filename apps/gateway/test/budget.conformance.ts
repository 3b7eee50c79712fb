import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BudgetPolicy, BudgetStore } from '../src/budget.js';

interface Accepted {
  /** Milliseconds before and after the call that was accepted: it was counted in between. */
  start: number;
  end: number;
}

let subjects = 0;
const newSubject = (): string => `subject-${process.pid}-${(subjects += 1)}`;

/** Keeps taking for a while and says when what was accepted. */
async function hammer(
  store: BudgetStore,
  subject: string,
  policy: BudgetPolicy,
  forMs: number,
): Promise<Accepted[]> {
  const accepted: Accepted[] = [];
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const start = performance.now();
    const verdict = await store.take(subject, policy);
    if (verdict.accepted) accepted.push({ start, end: performance.now() });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return accepted;
}

/** Every implementation of the port holds these. */
export function budgetConformance(
  name: string,
  open: () => Promise<{ store: BudgetStore; close(): Promise<void> }>,
): void {
  describe(`${name} budgets`, () => {
    let store: BudgetStore;
    let close: () => Promise<void>;

    beforeAll(async () => {
      ({ store, close } = await open());
    });

    afterAll(() => close());

    it('46: accept exactly the limit of a burst of concurrent calls, and say what is left', async () => {
      const policy = { name: 'read', limit: 600, windowSec: 60 };
      const subject = newSubject();
      const verdicts = await Promise.all(Array.from({ length: 700 }, () => store.take(subject, policy)));
      const accepted = verdicts.filter((verdict) => verdict.accepted);
      expect(accepted).toHaveLength(600);
      expect(accepted.map(({ remaining }) => remaining)).toEqual(
        Array.from({ length: 600 }, (_value, index) => 599 - index),
      );
      for (const refused of verdicts.filter((verdict) => !verdict.accepted)) {
        expect(refused.remaining).toBe(0);
        expect(refused.resetMs).toBeGreaterThan(55_000);
        expect(refused.resetMs).toBeLessThanOrEqual(60_000);
      }
    });

    it('46: hold the limit in every window, also across the boundary of one, and give all of it back', async () => {
      const policy = { name: 'write', limit: 25, windowSec: 1 };
      const accepted = await hammer(store, newSubject(), policy, 3_500);
      for (const [index, first] of accepted.entries()) {
        const beyond = accepted[index + policy.limit];
        if (beyond) expect(beyond.end - first.start).toBeGreaterThanOrEqual(1_000);
      }
      expect(accepted.length).toBeGreaterThanOrEqual(3 * policy.limit);
    });

    it('free calls one by one as they were spread, not all at once', async () => {
      const policy = { name: 'write', limit: 2, windowSec: 1 };
      const subject = newSubject();
      const first = await store.take(subject, policy);
      await new Promise((resolve) => setTimeout(resolve, 400));
      const second = await store.take(subject, policy);
      const third = await store.take(subject, policy);
      expect([first.accepted, second.accepted, third.accepted]).toEqual([true, true, false]);
      expect(third.resetMs).toBeGreaterThan(300);
      expect(third.resetMs).toBeLessThanOrEqual(605);
      await new Promise((resolve) => setTimeout(resolve, third.resetMs + 20));
      expect((await store.take(subject, policy)).accepted).toBe(true);
      expect((await store.take(subject, policy)).accepted).toBe(false);
    });

    it('count each subject and each budget apart', async () => {
      const read = { name: 'read', limit: 1, windowSec: 60 };
      const write = { name: 'write', limit: 1, windowSec: 60 };
      const [one, other] = [newSubject(), newSubject()];
      const verdicts = [];
      for (const [subject, policy] of [
        [one, read],
        [one, write],
        [other, read],
        [one, read],
      ] as const) {
        verdicts.push((await store.take(subject, policy)).accepted);
      }
      expect(verdicts).toEqual([true, true, true, false]);
    });

    it('do not count refused calls', async () => {
      const policy = { name: 'write', limit: 1, windowSec: 1 };
      const accepted = await hammer(store, newSubject(), policy, 1_500);
      expect(accepted).toHaveLength(2);
    });
  });
}
