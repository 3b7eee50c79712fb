import { describe, expect, it } from 'vitest';
import {
  nextPartition,
  overPartitions,
  partitionName,
  partitionWidthMs,
  widePartitions,
} from './partition-plan.model.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date('2026-11-26T10:20:30.000Z');
const day = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const spanning = (from: number | null, to: number) => ({
  name: `from ${from}`,
  from: from === null ? null : day(from),
  to: day(to),
});

describe('partitionWidthMs', () => {
  it('keeps at most ten partitions in life, whatever the retention', () => {
    for (const keepDays of [1, 2, 7, 30, 31, 365]) {
      const width = partitionWidthMs(keepDays);
      // Those that are kept, those not over yet, two ahead, and the default one.
      const spanned = Math.ceil((keepDays * DAY_MS) / width) + 1;
      expect(spanned + 2 + 1).toBeLessThanOrEqual(10);
    }
  });
});

describe('nextPartition', () => {
  it('begins where the last one ends, until the coming time is covered', () => {
    expect(nextPartition([spanning(-1, 1)], NOW, 2 * DAY_MS)).toEqual({ from: day(1), to: day(3) });
    expect(nextPartition([spanning(-1, 1), spanning(1, 2)], NOW, 2 * DAY_MS)).toBeUndefined();
  });

  it('begins with the next full hour after a gap, so that no row of the default partition moves', () => {
    const from = new Date('2026-11-26T11:00:00.000Z');
    const to = new Date(from.getTime() + DAY_MS);
    expect(nextPartition([spanning(-40, -30)], NOW, DAY_MS)).toEqual({ from, to });
    expect(nextPartition([], NOW, DAY_MS)).toEqual({ from, to });
  });

  it('overlaps none, also when the retention has changed', () => {
    const partitions = [spanning(-3, 0.5)];
    for (const width of [6, 1, 73, 2].map((days) => days * DAY_MS)) {
      const next = nextPartition(partitions, NOW, width);
      if (!next) continue;
      expect(next.from).toEqual(partitions.at(-1)?.to);
      partitions.push({ name: 'next', ...next });
    }
    expect(partitions.length).toBeGreaterThan(2);
  });
});

it('overPartitions are those that ended by then', () => {
  const partitions = [spanning(null, -8), spanning(-8, -7), spanning(-7, -6)];
  expect(overPartitions(partitions, day(-7)).map(({ to }) => to)).toEqual([day(-8), day(-7)]);
});

it('widePartitions are those from before, and more than twice as wide as the retention asks for', () => {
  const partitions = [spanning(null, -8), spanning(-8, -4), spanning(-4, 1)];
  expect(widePartitions(partitions, 2 * DAY_MS)).toEqual([partitions[0], partitions[2]]);
});

it('partitionName tells hours apart', () => {
  expect(partitionName('inbox', new Date('2026-11-26T11:00:00.000Z'))).toBe('inbox_2026112611');
});
