/** How deliveries are counted: by the hours of a day, or by the days of a month. */
export type CountedBy = 'hour' | 'day';

const HOUR_MS = 3_600_000;
const STEPS = {
  hour: { stepMs: HOUR_MS, count: 24 },
  day: { stepMs: 24 * HOUR_MS, count: 30 },
} as const satisfies Record<CountedBy, Omit<Steps, 'from'>>;

/** Spans of time of one length, one after another. */
export interface Steps {
  from: Date;
  stepMs: number;
  count: number;
}

/** The last 24 hours or 30 days of UTC; the last of them is the one that is under way. */
export function stepsUntil(now: Date, by: CountedBy): Steps {
  const { stepMs, count } = STEPS[by];
  // Hours and days of UTC begin at multiples of their length.
  const last = Math.floor(now.getTime() / stepMs) * stepMs;
  return { from: new Date(last - (count - 1) * stepMs), stepMs, count };
}

export function startsOf({ from, stepMs, count }: Steps): Date[] {
  return Array.from({ length: count }, (_unused, step) => new Date(from.getTime() + step * stepMs));
}
