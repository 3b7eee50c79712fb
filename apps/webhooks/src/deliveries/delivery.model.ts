const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'held'] as const;
/** `held`: the endpoint is disabled; it goes out by replay. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Milliseconds between the end of the attempt before and each attempt. */
export const SCHEDULE_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** A random share either way, so that the retries of one outage do not arrive as one wave. */
const JITTER = 0.2;
/** A receiver may ask for a pause; a longer one than this is cut to it. */
const RETRY_AFTER_CAP_MS = HOUR;

/** What one HTTP request to an endpoint came to. */
export interface AttemptResult {
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Why no usable answer came, as a stable word; null when one did. */
  error: string | null;
  latencyMs: number;
  /** First 16 KiB of the answer as text; null when there was none. */
  responseBody: string | null;
  retryAfter: string | null;
}

/** What follows an attempt. */
export type NextStep = { status: 'succeeded' } | { status: 'failed' } | { status: 'pending'; dueAt: Date };

export function succeeded(result: AttemptResult): boolean {
  return result.error === null && result.status !== null && result.status >= 200 && result.status < 300;
}

/** Why an attempt counts as failed, for the delivery log; null on success. */
export function failureOf(result: AttemptResult): string | null {
  if (result.error !== null || succeeded(result)) return result.error;
  return result.status !== null && result.status >= 300 && result.status < 400 ? 'redirect' : 'status';
}

/**
 * Milliseconds that a `Retry-After` header asks for, seconds or HTTP date (RFC 9110 10.2.3), at most an hour;
 * null when it is absent, garbage or in the past.
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : httpDate(text) - now.getTime();
  return Number.isFinite(asked) && asked > 0 ? Math.min(asked, RETRY_AFTER_CAP_MS) : null;
}

function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}

/**
 * The state that follows attempt number `step` (from 1) of a run of the schedule. `random` is in [0, 1).
 * A receiver may ask for a later time than the schedule's, never for an earlier one. 410 ends the run.
 */
export function afterAttempt(
  step: number,
  result: AttemptResult,
  now: Date,
  random: number,
  single = false,
): NextStep {
  if (succeeded(result)) return { status: 'succeeded' };
  const planned = SCHEDULE_MS[step];
  if (planned === undefined || single || result.status === 410) return { status: 'failed' };
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  const asked = retryAfterMs(result.retryAfter, now) ?? 0;
  return { status: 'pending', dueAt: new Date(now.getTime() + Math.round(Math.max(jittered, asked))) };
}
