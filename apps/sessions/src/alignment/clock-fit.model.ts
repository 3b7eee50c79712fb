/** One question about the time and its answer. `t0` and `t3` are of the device's clock, `t1` and `t2` of the room's. */
export interface Exchange {
  t0: number;
  t1: number;
  t2: number;
  t3: number;
  /** How well the process that answered knew the room's clock. */
  serverUncertaintyMs: number;
}

/** How far the room's clock was ahead of the device's at an instant of the device's: for certain within the uncertainty. */
export interface ClockSample {
  deviceAt: number;
  offsetMs: number;
  uncertaintyMs: number;
}

/** What is known of a device's clock at an instant of it. */
export interface KnownClock {
  /** To be added to the device's time. */
  offsetMs: number;
  uncertaintyMs: number;
  /** What the device's clock gains on the room's. */
  driftPpm: number;
}

/** An answer that took longer says too little. */
const MOST_UNCERTAIN_MS = 5_000;
/** Readings of clocks are rounded. */
const ROUNDING_MS = 0.1;
/** Crystals are within 100 ppm, virtual machines within some more. */
const MOST_DRIFT = 3e-4;
/** By how much a crystal changes its mind with its temperature, for each millisecond between two readings. */
const WANDER = 1e-6;
const STEPS = 60;

/** Undefined for one that cannot have happened, or says too little. */
export function sampleOf({ t0, t1, t2, t3, serverUncertaintyMs }: Exchange): ClockSample | undefined {
  const delayMs = t3 - t0 - (t2 - t1);
  const uncertaintyMs = Math.max(0, delayMs) / 2 + ROUNDING_MS + serverUncertaintyMs;
  if (t3 < t0 || delayMs < -ROUNDING_MS || uncertaintyMs > MOST_UNCERTAIN_MS) return undefined;
  return { deviceAt: (t0 + t3) / 2, offsetMs: (t1 - t0 + (t2 - t3)) / 2, uncertaintyMs };
}

/**
 * What all samples together say of the clock at one of its instants. Each of them bounds the offset, for the ways there and back
 * take no less than no time; between samples the offset changes at a steady rate, but for the wander of the crystal. Whatever
 * agrees with all of that is possible: the middle of it is told, and half of its width is the uncertainty. Samples that
 * contradict each other, as of a clock that was set, are each given as much room as makes them agree.
 */
export function clockAt(samples: readonly ClockSample[], deviceAt: number): KnownClock | undefined {
  if (samples.length === 0) return undefined;
  const bounds = samples.map((sample) => {
    const away = sample.deviceAt - deviceAt;
    const half = sample.uncertaintyMs + Math.abs(away) * WANDER;
    return { away, low: sample.offsetMs - half, high: sample.offsetMs + half };
  });
  const low = (rate: number): number => Math.max(...bounds.map((one) => one.low - rate * one.away));
  const high = (rate: number): number => Math.min(...bounds.map((one) => one.high - rate * one.away));
  const room = (rate: number): number => high(rate) - low(rate);
  const agreed = peakOf(room, -MOST_DRIFT, MOST_DRIFT);
  // Twice what makes them touch: where they touch is no better known than how far they were apart.
  const slack = Math.max(0, -room(agreed));
  const fits = (rate: number): boolean => room(rate) + 2 * slack >= 0;
  const slowest = edgeOf(fits, agreed, -MOST_DRIFT);
  const fastest = edgeOf(fits, agreed, MOST_DRIFT);
  const most = high(peakOf(high, slowest, fastest)) + slack;
  const least = low(peakOf((rate) => -low(rate), slowest, fastest)) - slack;
  return {
    offsetMs: (most + least) / 2,
    uncertaintyMs: (most - least) / 2,
    // The device gains where the offset shrinks.
    driftPpm: -((slowest + fastest) / 2) * 1e6,
  };
}

/** Where a concave function is highest. */
function peakOf(value: (at: number) => number, from: number, to: number): number {
  let [left, right] = [from, to];
  for (let step = 0; step < STEPS; step += 1) {
    const third = (right - left) / 3;
    if (value(left + third) < value(right - third)) left += third;
    else right -= third;
  }
  return (left + right) / 2;
}

/** The last value from `inside` towards `limit` that fits. */
function edgeOf(fits: (at: number) => boolean, inside: number, limit: number): number {
  if (fits(limit)) return limit;
  let [good, bad] = [inside, limit];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (good + bad) / 2;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
