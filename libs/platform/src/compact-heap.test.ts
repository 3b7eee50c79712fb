import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { compactHeap } from './compact-heap.js';

const MIB = 1024 * 1024;

it('gives back what nothing holds any more, and leaves no collector for others to call', () => {
  const held: (string[] | undefined)[] = [
    Array.from({ length: 400_000 }, (_, at) => `${at} of a start's strings`),
  ];
  const before = getHeapStatistics();
  held[0] = undefined;
  compactHeap();
  const after = getHeapStatistics();
  expect(before.used_heap_size - after.used_heap_size).toBeGreaterThan(10 * MIB);
  expect(before.total_heap_size - after.total_heap_size).toBeGreaterThan(10 * MIB);
  expect(globalThis.gc).toBeUndefined();
});
