/** How far two clocks may drift apart, in milliseconds per millisecond: 100 ppm. */
export const MOST_DRIFT = 1e-4;

/** One question about the time. Instants of one's own are of a clock that never jumps; everything in milliseconds. */
export interface ClockReading {
  askedAt: number;
  answeredAt: number;
  /** What the other clock said in between. */
  said: number;
}

/** How far the other clock was ahead at `at`, give or take `uncertaintyMs`. */
export interface ClockEstimate {
  at: number;
  offsetMs: number;
  uncertaintyMs: number;
}

export function estimateOf({ askedAt, answeredAt, said }: ClockReading): ClockEstimate {
  const uncertaintyMs = (answeredAt - askedAt) / 2;
  return { at: answeredAt, offsetMs: said - askedAt - uncertaintyMs, uncertaintyMs };
}

/**
 * Of two estimates the one that is surer by now: the quicker answer, until the clocks may have drifted apart. Where they
 * contradict each other, one of the clocks was set, and the newer one holds.
 */
export function surer(known: ClockEstimate | undefined, next: ClockEstimate): ClockEstimate {
  if (!known) return next;
  const uncertaintyMs = known.uncertaintyMs + (next.at - known.at) * MOST_DRIFT;
  if (next.uncertaintyMs <= uncertaintyMs) return next;
  const contradicts = Math.abs(next.offsetMs - known.offsetMs) > next.uncertaintyMs + uncertaintyMs;
  return contradicts ? next : known;
}
