import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BudgetPolicy, BudgetStore, BudgetVerdict } from '../src/budget.js';

interface Call {
  /** Milliseconds before and after the call: it was counted in between, however busy the machine is. */
  start: number;
  end: number;
  verdict: BudgetVerdict;
}

let subjects = 0;
const newSubject = (): string => `subject-${process.pid}-${(subjects += 1)}`;

async function call(store: BudgetStore, subject: string, policy: BudgetPolicy): Promise<Call> {
  const start = performance.now();
  const verdict = await store.take(subject, policy);
  return { start, end: performance.now(), verdict };
}

/** Keeps taking until `count` calls were accepted, and says when each was made. */
async function hammer(
  store: BudgetStore,
  subject: string,
  policy: BudgetPolicy,
  count: number,
): Promise<{ accepted: Call[]; refused: Call[] }> {
  const [accepted, refused]: [Call[], Call[]] = [[], []];
  while (accepted.length < count) {
    const made = await call(store, subject, policy);
    (made.verdict.accepted ? accepted : refused).push(made);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { accepted, refused };
}

/** No window, wherever it begins, held more than the limit. */
function expectWindows(accepted: Call[], { limit, windowSec }: BudgetPolicy): void {
  for (const [index, { start }] of accepted.entries()) {
    const beyond = accepted[index + limit];
    if (beyond) expect(beyond.end - start).toBeGreaterThanOrEqual(windowSec * 1000);
  }
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
      const before = performance.now();
      const verdicts = await Promise.all(Array.from({ length: 700 }, () => store.take(subject, policy)));
      const tookMs = performance.now() - before;
      const accepted = verdicts.filter((verdict) => verdict.accepted);
      expect(accepted).toHaveLength(600);
      expect(accepted.map(({ remaining }) => remaining)).toEqual(
        Array.from({ length: 600 }, (_value, index) => 599 - index),
      );
      for (const refused of verdicts.filter((verdict) => !verdict.accepted)) {
        expect(refused.remaining).toBe(0);
        expect(refused.resetMs).toBeGreaterThanOrEqual(60_000 - tookMs);
        expect(refused.resetMs).toBeLessThanOrEqual(60_000);
      }
    });

    it('46: hold the limit in every window, also across the boundary of one, and give all of it back', async () => {
      const policy = { name: 'write', limit: 25, windowSec: 1 };
      const subject = newSubject();
      const { accepted } = await hammer(store, subject, policy, 2 * policy.limit + 1);
      expectWindows(accepted, policy);
      const over = performance.now() + policy.windowSec * 1000;
      await until('a window without calls', () => performance.now() > over);
      const burst = Array.from({ length: policy.limit }, () => store.take(subject, policy));
      expect((await Promise.all(burst)).filter((verdict) => !verdict.accepted)).toEqual([]);
    });

    it('free calls one by one as they were spread, not all at once, and say when', async () => {
      const policy = { name: 'write', limit: 2, windowSec: 1 };
      const subject = newSubject();
      const first = await call(store, subject, policy);
      await until('some of the window to pass', () => performance.now() > first.end + 400);
      const { accepted, refused } = await hammer(store, subject, policy, 3);
      expectWindows([first, ...accepted], policy);
      const untilFirstLeaves = refused.filter(({ end }) => end < (accepted[1]?.start ?? 0));
      // Redis rounds up to whole milliseconds.
      const wrong = untilFirstLeaves.filter(
        ({ start, end, verdict: { resetMs } }) =>
          resetMs < first.start + 1_000 - end || resetMs > first.end + 1_000 - start + 1,
      );
      expect(wrong).toEqual([]);
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
      const { accepted, refused } = await hammer(store, newSubject(), policy, 2);
      expectWindows(accepted, policy);
      expect(refused.length).toBeGreaterThan(0);
    });
  });
}
