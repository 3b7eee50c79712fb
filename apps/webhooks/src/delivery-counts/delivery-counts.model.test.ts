import { describe, expect, it } from 'vitest';
import { startsOf, stepsUntil } from './delivery-counts.model.js';

describe('spans that deliveries are counted by', () => {
  it.each([
    ['hour', 24, '2026-02-28T01:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['day', 30, '2026-01-31T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ] as const)('are whole by %s in UTC and end with the one under way', (by, count, first, last) => {
    for (const now of ['2026-03-01T00:00:00.000Z', '2026-03-01T00:59:59.999Z']) {
      const starts = startsOf(stepsUntil(new Date(now), by)).map((start) => start.toISOString());
      expect([starts.length, starts[0], starts.at(-1)]).toEqual([count, first, last]);
    }
  });
});
