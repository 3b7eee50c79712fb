import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { qualityFor } from './mesh/monitor-quality.js';
import { FrameRate } from './tracks/frame-rate.js';
import { Strain, type StrainLevel } from './strain.js';

let recorded: { stats: { deliveredFrames: number } } | undefined;
let levels: StrainLevel[];
let slowMs: number;
let strain: Strain;

beforeEach(() => {
  vi.useFakeTimers();
  recorded = { stats: { deliveredFrames: 0 } };
  levels = [];
  slowMs = 0;
  strain = new Strain({
    recorded: () => recorded as unknown as MediaStreamTrack | undefined,
    onSlow: (ms) => (slowMs += ms),
    onLevel: (level) => levels.push(level),
  });
});
afterEach(() => {
  strain.close();
  vi.useRealTimers();
});

function pass(seconds: number, picturesPerSec: number): void {
  for (let second = 0; second < seconds; second += 1) {
    if (recorded) recorded.stats.deliveredFrames += picturesPerSec;
    vi.advanceTimersByTime(1_000);
  }
}

it('a recording that loses pictures for longer than a moment gives up those of the conversation: small ones first, then none, until the take ends', () => {
  pass(10, 30);
  pass(4, 15);
  expect(levels).toEqual([1]);
  pass(10, 30);
  expect(levels).toEqual([1]);
  pass(4, 15);
  expect(levels).toEqual([1, 2]);
  expect(slowMs).toBe(8_000);
  recorded = undefined;
  pass(2, 0);
  expect(levels).toEqual([1, 2, 0]);
});

it('one slow moment, a few pictures less and a page that was stopped give up nothing', () => {
  pass(10, 30);
  pass(2, 15);
  pass(10, 24);
  expect(levels).toEqual([]);
  const rate = new FrameRate();
  const track = { stats: { deliveredFrames: 0 } } as unknown as MediaStreamTrack;
  expect([0, 2_000, 22_000].map((at) => rate.isSlow(track, at))).toEqual([null, false, null]);
});

it('another camera is compared with itself, and one that is not counted with nothing', () => {
  pass(10, 30);
  recorded = { stats: { deliveredFrames: 5 } };
  pass(10, 15);
  recorded = {} as typeof recorded;
  vi.advanceTimersByTime(10_000);
  expect(levels).toEqual([]);
});

it('pictures are small under strain, whoever is there, and none are sent under more of it', () => {
  expect(qualityFor('camera', 1, 1)).toEqual(qualityFor('camera', 8));
  expect([qualityFor('camera', 1, 2), qualityFor('screen', 1, 2)]).toEqual([null, null]);
});
