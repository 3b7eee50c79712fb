import { invalidField } from '@capture/contracts';

export type UsageSource = 'capture_request' | 'session';
export type Granularity = 'day' | 'month';

/** A half-open span of time. */
export interface Period {
  from: Date;
  to: Date;
}

/** Footage collected in one day or month (UTC). */
export interface UsageBucket {
  start: Date;
  captureRequestSec: number;
  sessionSec: number;
}

const DAY_MS = 86_400_000;
/** Days that a period may touch: the longest may begin and end within one. */
export const MOST_POINTS = 367;
const LONGEST: Record<Granularity, number> = { day: 366 * DAY_MS, month: 3_660 * DAY_MS };

/** The calendar month (UTC) of `now`: the period of an allowance. */
export function monthOf(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { from: new Date(Date.UTC(year, month, 1)), to: new Date(Date.UTC(year, month + 1, 1)) };
}

/**
 * The period a caller asks about: from the start of this month until now, where not given.
 * @throws AppError `invalid_input` for an empty period, or one too long for its granularity.
 */
export function periodOf(
  from: string | undefined,
  to: string | undefined,
  granularity: Granularity,
  now: Date,
): Period {
  const end = to === undefined ? now : new Date(to);
  const start = from === undefined ? monthOf(end).from : new Date(from);
  const length = end.getTime() - start.getTime();
  if (length < 0 || (length === 0 && from !== undefined)) {
    throw invalidField('from', 'out_of_range', 'from must lie before to.');
  }
  if (length > LONGEST[granularity]) {
    const most = granularity === 'day' ? '366 days; ask for months' : '10 years';
    throw invalidField('from', 'out_of_range', `A period by ${granularity} spans at most ${most}.`);
  }
  return { from: start, to: end };
}

function bucketStart(at: Date, granularity: Granularity): Date {
  const day = granularity === 'day' ? at.getUTCDate() : 1;
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), day));
}

function nextBucket(start: Date, granularity: Granularity): Date {
  const [days, months] = granularity === 'day' ? [1, 0] : [0, 1];
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate() + days));
}

/** One bucket per day or month that `period` touches, oldest first, those without footage included. */
export function seriesOf(
  period: Period,
  granularity: Granularity,
  known: readonly UsageBucket[],
): UsageBucket[] {
  const byStart = new Map(known.map((bucket) => [bucket.start.getTime(), bucket]));
  const series: UsageBucket[] = [];
  for (
    let start = bucketStart(period.from, granularity);
    start < period.to;
    start = nextBucket(start, granularity)
  ) {
    series.push(byStart.get(start.getTime()) ?? { start, captureRequestSec: 0, sessionSec: 0 });
  }
  return series;
}
