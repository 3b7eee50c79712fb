import { expect, it } from 'vitest';
import { estimateOf, surer } from './clock-estimate.model.js';

/** An answer of a clock that is 5,000 ms ahead; the way there and the way back may take unlike times. */
const asked = (askedAt: number, there: number, back: number, ahead = 5_000) =>
  estimateOf({ askedAt, answeredAt: askedAt + there + back, said: askedAt + there + ahead });

it('an answer tells the offset to half of the time that it took', () => {
  expect(asked(1_000, 2, 2)).toEqual({ at: 1_004, offsetMs: 5_000, uncertaintyMs: 2 });
  const { offsetMs, uncertaintyMs } = asked(1_000, 0, 20);
  expect(Math.abs(offsetMs - 5_000)).toBeLessThanOrEqual(uncertaintyMs);
});

it('the quickest answer counts, not the last one', () => {
  const quick = asked(1_000, 0.2, 0.2);
  expect(surer(quick, asked(2_000, 30, 1))).toBe(quick);
  const quicker = asked(2_000, 0.1, 0.1);
  expect(surer(quick, quicker)).toBe(quicker);
});

it('an answer grows old: after a while a slower one is surer', () => {
  const quick = asked(0, 0.5, 0.5);
  expect(surer(quick, asked(4_000, 1, 1))).toBe(quick);
  const later = asked(60_000, 1, 1);
  expect(surer(quick, later)).toBe(later);
});

it('a clock that was set is believed at once', () => {
  const slow = asked(1_000, 40, 40, 8_000);
  expect(surer(asked(0, 0.5, 0.5), slow)).toBe(slow);
});
