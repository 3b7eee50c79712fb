import { expect, it, vi } from 'vitest';
import type { Interruption, SegmentRecord } from '../storage/take-record.js';
import type { StoredTake } from '../storage/take-store.js';
import { describeTake } from './manifest.js';

interface Described {
  segments: SegmentRecord[];
  segmentCount: number;
  interruptions: Interruption[];
  interruptionCount: number;
}

const COUNT = 5000;

it('of a long take with thousands of gaps the manifest stays within what the service takes', () => {
  vi.stubGlobal('__SDK_VERSION__', '0.0.0');
  const media = new Blob(['x'.repeat(99)]);
  const segments = Array.from({ length: COUNT }, (_, index) => ({
    ...{ index, startMs: index * 10_000_000, width: 1920, height: 1080, durationMs: 10_000_000 },
    ...{ bytes: 99, endReason: 'recorder_error' as const, media },
  }));
  const interruptions = segments.map(({ startMs }) => ({
    ...{ type: 'device_lost', kind: 'microphone', atMs: startMs, durationMs: 10_000_000 },
  }));
  const record = { startedAt: '2026-05-04T10:00:00.000Z', devices: [], interruptions };
  const take = { record, segments, durationMs: 1, tornBytes: 0 } as unknown as StoredTake;
  const manifest = describeTake(take, false);
  const { segments: kept, segmentCount, ...rest } = manifest as unknown as Described;

  expect(JSON.stringify(manifest).length).toBeLessThan(256 * 1024);
  expect(kept.length).toBeLessThanOrEqual(1000);
  expect(rest.interruptions.length).toBeLessThanOrEqual(1000);
  expect([segmentCount, rest.interruptionCount]).toEqual([COUNT, COUNT]);
  expect([kept[0]?.index, kept.at(-1)?.index]).toEqual([0, COUNT - 1]);
  expect(rest.interruptions.at(-1)?.atMs).toBe((COUNT - 1) * 10_000_000);
});
