import { describe, expect, it } from 'vitest';
import { correctionOf, lanesOf, placeAt, takeAt, totalMsOf, type TimedTrack } from './timeline.model.js';

const track = (facts: Partial<TimedTrack>): TimedTrack => ({
  ...{ id: 'a', takeNumber: 1, durationSec: 10, startOffsetMs: 0, driftPpm: null, gaps: [] },
  ...facts,
});
const laneOf = (facts: Partial<TimedTrack>) => {
  const [lane] = lanesOf([track(facts)]);
  if (!lane) throw new Error('the track has no lane');
  return lane;
};

describe('the timeline of a recording', () => {
  it('places each track by its start, and ends with the last of them', () => {
    const lanes = lanesOf([track({ id: 'a' }), track({ id: 'b', startOffsetMs: 4000 })]);
    expect(lanes.map(({ id, startMs, endMs }) => [id, startMs, endMs])).toEqual([
      ['a', 0, 10_000],
      ['b', 4000, 14_000],
    ]);
    expect(totalMsOf(lanes)).toBe(14_000);
    expect(totalMsOf([])).toBe(0);
  });

  it('leaves out a track of unknown length, and begins one of unknown start with the recording', () => {
    expect(lanesOf([track({ durationSec: null })])).toEqual([]);
    expect(laneOf({ startOffsetMs: null }).startMs).toBe(0);
  });

  it('tells where each file stands at an instant: in it, before it and after it', () => {
    const lane = laneOf({ startOffsetMs: 4000 });
    expect(placeAt(lane, 3999)).toEqual({ mediaSec: 0, isWithin: false });
    expect(placeAt(lane, 4000)).toEqual({ mediaSec: 0, isWithin: true });
    expect(placeAt(lane, 6500)).toEqual({ mediaSec: 2.5, isWithin: true });
    expect(placeAt(lane, 14_000)).toEqual({ mediaSec: 10, isWithin: false });
  });

  it('keeps two tracks apart by the difference of their starts, wherever both are', () => {
    const [early, late] = [laneOf({}), laneOf({ startOffsetMs: 1250 })];
    for (const timeMs of [1250, 2000, 9999])
      expect(placeAt(early, timeMs).mediaSec - placeAt(late, timeMs).mediaSec).toBeCloseTo(1.25, 9);
  });

  it('takes the drift of a clock into account: a media second of one that gained lasted less', () => {
    const lane = laneOf({ durationSec: 1000, driftPpm: 100 });
    expect(lane.endMs).toBeCloseTo(999_900, 6);
    expect(placeAt(lane, 500_000).mediaSec).toBeCloseTo(500.05, 3);
  });

  it('lays gaps where the track has them, and none beyond its end', () => {
    const gaps = [
      { atMs: 2000, durationMs: 500 },
      { atMs: 9500, durationMs: 5000 },
    ];
    expect(laneOf({ startOffsetMs: 1000, gaps }).gaps).toEqual([
      { startMs: 3000, endMs: 3500 },
      { startMs: 10_500, endMs: 11_000 },
    ]);
  });

  it('shows the take that began last, and the first one before any', () => {
    const lanes = lanesOf([
      track({ id: 'b', takeNumber: 2, startOffsetMs: 20_000 }),
      track({ id: 'a', startOffsetMs: 500 }),
    ]);
    expect([0, 500, 15_000, 20_000].map((timeMs) => takeAt(lanes, timeMs))).toEqual([1, 1, 1, 2]);
    expect(takeAt([], 0)).toBeNull();
  });
});

describe('a file that plays', () => {
  const place = { mediaSec: 5, isWithin: true };

  it('plays at its own rate where it should be, which is that of its clock', () => {
    expect(correctionOf(laneOf({}), place, 5.01)).toEqual({ kind: 'rate', rate: 1 });
    expect(correctionOf(laneOf({ driftPpm: 100 }), place, 5)).toEqual({ kind: 'rate', rate: 1 / 0.9999 });
  });

  it.each([
    ['speeds up a little when it is late', 4.9, 1.05],
    ['slows down a little when it is early', 5.1, 0.95],
    ['never changes its rate by more than a tenth', 4.71, 1.1],
  ])('%s', (_title, actualSec, wanted) => {
    const correction = correctionOf(laneOf({}), place, actualSec);
    expect(correction.kind === 'rate' && correction.rate).toBeCloseTo(wanted, 9);
  });

  it('jumps when it is far off', () => {
    expect(correctionOf(laneOf({}), place, 4)).toEqual({ kind: 'jump', mediaSec: 5 });
    expect(correctionOf(laneOf({}), place, 8)).toEqual({ kind: 'jump', mediaSec: 5 });
  });
});
