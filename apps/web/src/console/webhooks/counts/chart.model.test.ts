import { describe, expect, it } from 'vitest';
import { blocksOf, lineOf, totalOf } from './chart.model.js';

const none = { succeeded: 0, failed: 0, pending: 0, held: 0, latencyP50Ms: null, latencyP95Ms: null };
const start = '2026-01-01T00:00:00.000Z';

describe('a bar of deliveries', () => {
  it('stands on its ground, in proportion, and shows one failure among many', () => {
    const point = { ...none, start, succeeded: 9_999, failed: 1 };
    const blocks = blocksOf(point, totalOf(point), 100);
    expect(blocks.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
    const [good, bad] = blocks;
    expect([good?.y, (good?.y ?? 0) + (good?.height ?? 0)]).toEqual([expect.closeTo(0.01, 5), 100]);
    // Nothing stands out of the drawing.
    expect(bad?.y).toBe(0);
    expect(blocksOf({ ...none, start, succeeded: 50, failed: 50 }, 200, 100)).toEqual([
      { outcome: 'succeeded', y: 75, height: 25 },
      { outcome: 'failed', y: 50, height: 25 },
    ]);
    expect(blocksOf({ ...none, start }, 1, 100)).toEqual([]);
  });
});

describe('a line of latencies', () => {
  it('leaves a gap where nothing was measured', () => {
    expect(lineOf([10, 20, null, 0], 20, { width: 40, height: 10 })).toBe('M5.0 5.0h0L15.0 0.0M35.0 10.0h0');
  });
});
