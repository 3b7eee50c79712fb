import { describe, expect, it } from 'vitest';
import { clockAt, sampleOf, type ClockSample } from './clock-fit.model.js';

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const START = 1_800_000_000_000;
const TEN_MINUTES_MS = 600_000;

/** A device whose clock is `aheadMs` before the room's at the start and gains `ppm` on it; `delay` of one way. */
interface World {
  aheadMs: number;
  ppm: number;
  delay: () => number;
}

const deviceAt = ({ aheadMs, ppm }: World, room: number): number =>
  START + aheadMs + (room - START) * (1 + ppm * 1e-6);

function ping(world: World, sentAt: number): ClockSample | undefined {
  const [there, back] = [world.delay(), world.delay()];
  const arrived = sentAt + there;
  const left = arrived + 0.2;
  const heard = left + back;
  const client = { t0: deviceAt(world, sentAt), t3: deviceAt(world, heard) };
  return sampleOf({ ...client, t1: arrived, t2: left, serverUncertaintyMs: 0 });
}

/** Eight pings at first, then one every ten seconds: the best of each half minute, as they are kept. */
function samples(world: World, durationMs: number): ClockSample[] {
  const sent = [
    ...Array.from({ length: 8 }, (_, index) => START + index * 100),
    ...Array.from({ length: durationMs / 10_000 }, (_, index) => START + (index + 1) * 10_000),
  ];
  const best = new Map<number, ClockSample>();
  for (const at of sent) {
    const sample = ping(world, at);
    const bucket = Math.floor(at / 30_000);
    const kept = best.get(bucket);
    if (sample && (!kept || sample.uncertaintyMs < kept.uncertaintyMs)) best.set(bucket, sample);
  }
  return [...best.values()];
}

function world(seed: number, jitter: 'uniform' | 'exponential' | 'one-sided'): World {
  const random = seeded(seed);
  const exponential = () => 0.5 - 20 * Math.log(1 - random());
  let odd = false;
  const delay = {
    uniform: () => 1 + 10 * random(),
    exponential,
    'one-sided': () => {
      odd = !odd;
      return odd ? exponential() : 1;
    },
  }[jitter];
  return { aheadMs: 6_000 * (random() - 0.5), ppm: 100 * (random() - 0.5), delay };
}

/** Error and stated uncertainty of where an instant of the device lies on the room's clock. */
function told(of: World, known: readonly ClockSample[], roomInstant: number) {
  const device = deviceAt(of, roomInstant);
  const clock = clockAt(known, device);
  if (!clock) throw new Error('nothing is known of the clock');
  return { ...clock, errorMs: Math.abs(device + clock.offsetMs - roomInstant) };
}

describe.each(['uniform', 'exponential', 'one-sided'] as const)('with %s jitter', (jitter) => {
  const runs = Array.from({ length: 100 }, (_, seed) => world(seed + 1, jitter));

  it('the stated uncertainty covers the error in at least 99 of 100 runs, at the start and after ten minutes', () => {
    for (const at of [START + 5_000, START + TEN_MINUTES_MS - 5_000]) {
      const covered = runs.filter((run) => {
        const { errorMs, uncertaintyMs } = told(run, samples(run, TEN_MINUTES_MS), at);
        return errorMs <= uncertaintyMs;
      });
      expect(covered.length).toBeGreaterThanOrEqual(99);
    }
  });

  it('the error is within a frame at both ends, and the drift is that of the device', () => {
    const ends = runs.flatMap((run) => {
      const known = samples(run, TEN_MINUTES_MS);
      return [START + 5_000, START + TEN_MINUTES_MS - 5_000].map((at) => ({ run, ...told(run, known, at) }));
    });
    const worst = (values: number[]) =>
      values.sort((one, other) => one - other)[Math.floor(values.length * 0.98)];
    expect(worst(ends.map(({ errorMs }) => errorMs))).toBeLessThan(20);
    expect(worst(ends.map(({ uncertaintyMs }) => uncertaintyMs))).toBeLessThan(33);
    expect(worst(ends.map(({ run, driftPpm }) => Math.abs(driftPpm - run.ppm)))).toBeLessThan(30);
  });
});

describe('a clock', () => {
  const quiet: World = { aheadMs: 3_000, ppm: 50, delay: () => 2 };

  it('of one answer is known to half of its way, and not at all without', () => {
    const [only] = samples(quiet, 0);
    if (!only) throw new Error('no sample');
    const { offsetMs, uncertaintyMs } = told(quiet, [only], START + 1);
    expect(offsetMs).toBeCloseTo(-3_000, 0);
    expect(uncertaintyMs).toBeGreaterThanOrEqual(2);
    expect(uncertaintyMs).toBeLessThan(2.5);
    expect(clockAt([], START)).toBeUndefined();
  });

  it('is less certain the longer ago it was asked', () => {
    const known = samples(quiet, 0);
    const later = told(quiet, known, START + 3_600_000);
    expect(later.errorMs).toBeLessThanOrEqual(later.uncertaintyMs);
    expect(later.uncertaintyMs).toBeGreaterThan(told(quiet, known, START).uncertaintyMs + 100);
  });

  it('that was set in between says so by its uncertainty', () => {
    const known = samples(quiet, TEN_MINUTES_MS);
    const half = START + TEN_MINUTES_MS / 2;
    const stepped = known.map((one) =>
      one.deviceAt > half ? { ...one, offsetMs: one.offsetMs + 400 } : one,
    );
    expect(told(quiet, stepped, START + 5_000).uncertaintyMs).toBeGreaterThan(100);
  });

  it('of answers that came before they were asked for, or took too long, is not believed', () => {
    const at = { t1: START, t2: START, serverUncertaintyMs: 0 };
    expect(sampleOf({ t0: 10, t3: 9, ...at })).toBeUndefined();
    expect(sampleOf({ t0: 10, t3: 20_000, ...at })).toBeUndefined();
    expect(sampleOf({ t0: 10, t3: 12, ...at, t2: START + 5 })).toBeUndefined();
    expect(sampleOf({ t0: 10, t3: 12, ...at, serverUncertaintyMs: Infinity })).toBeUndefined();
  });
});
