import { succeeded, type AttemptResult } from '../outbound/attempt.model.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'held'] as const;
/** `held`: the endpoint is disabled; only a replay sends it. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** How many attempts of a delivery are shown, the newest ones: two runs of the schedule. Replays can add any number. */
export const ATTEMPTS_SHOWN = 20;

/** Delays before each attempt, in milliseconds since the end of the one before. */
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

/**
 * Days for which an event that is still being sent outlives its retention: longer than the schedule with the pauses that a
 * receiver may ask for, and as long as an endpoint may fail before it is disabled and what waits for it is held.
 */
export const SENDING_DAYS = 5;

/** Share by which a delay varies at random, so that the retries of one outage do not arrive as one wave. */
const JITTER = 0.2;
/** The longest pause that a receiver may ask for; longer ones are cut to it. */
const RETRY_AFTER_CAP_MS = HOUR;

/** What follows an attempt. */
export type NextStep = { status: 'succeeded' } | { status: 'failed' } | { status: 'pending'; dueAt: Date };

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
