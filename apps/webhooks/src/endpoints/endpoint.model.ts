import { succeeded, type AttemptResult } from '../outbound/attempt.model.js';

const HOUR = 60 * 60 * 1000;

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
/** `test`: made with a test key; gets simulated events only. */
export const ENDPOINT_MODES = ['live', 'test'] as const;
export type EndpointMode = (typeof ENDPOINT_MODES)[number];
/** `manual`: by the API; `gone`: answered 410; `failing`: no success for five days. */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** An endpoint is disabled when every attempt has failed for this long. */
const DISABLE_AFTER_MS = 5 * 24 * HOUR;
/** The organization is warned after this long. */
const WARN_AFTER_MS = 24 * HOUR;
/** An attempt that took longer than this is slow. */
export const PROMPT_MS = 3000;
/** Prompt answers in a row that move an endpoint to the fast tier. */
export const PROVEN_AFTER = 3;

/** How an endpoint has answered lately, and what followed. */
export interface EndpointHealth {
  status: EndpointStatus;
  disabledReason: DisabledReason | null;
  promptStreak: number;
  failingSince: Date | null;
  warnedAt: Date | null;
}

export const FRESH_HEALTH: EndpointHealth = {
  status: 'enabled',
  disabledReason: null,
  promptStreak: 0,
  failingSince: null,
  warnedAt: null,
};

type HealthNotice = 'gone' | 'failing' | 'failing_warning';

export interface HealthChange {
  health: EndpointHealth;
  /** What the organization is told; null for nothing. */
  notice: HealthNotice | null;
}

/** Fast: proven endpoints, with several attempts in flight. Slow: new and slow ones, with one at a time. */
export type DeliveryTier = 'fast' | 'slow';

export function tierOf(promptStreak: number): DeliveryTier {
  return promptStreak >= PROVEN_AFTER ? 'fast' : 'slow';
}

/** Only the speed of an answer counts, whatever its status. A fast failure to connect proves nothing either way. */
function nextStreak(streak: number, result: AttemptResult): number {
  if (result.error === 'timeout' || result.latencyMs > PROMPT_MS) return 0;
  return result.status === null ? streak : Math.min(streak + 1, PROVEN_AFTER);
}

/**
 * The endpoint's health after an attempt that ended at `now`. Failures count by the time since the last success, not by
 * number, so that a busy endpoint is not disabled sooner than a quiet one.
 */
export function afterOutcome(before: EndpointHealth, result: AttemptResult, now: Date): HealthChange {
  const promptStreak = nextStreak(before.promptStreak, result);
  if (succeeded(result))
    return { health: { ...before, promptStreak, failingSince: null, warnedAt: null }, notice: null };
  const failing = { ...before, promptStreak, failingSince: before.failingSince ?? now };
  if (before.status === 'disabled') return { health: failing, notice: null };
  if (result.status === 410) return disabled(failing, 'gone');
  const failingMs = now.getTime() - failing.failingSince.getTime();
  if (failingMs >= DISABLE_AFTER_MS) return disabled(failing, 'failing');
  if (failingMs >= WARN_AFTER_MS && before.warnedAt === null) {
    return { health: { ...failing, warnedAt: now }, notice: 'failing_warning' };
  }
  return { health: failing, notice: null };
}

function disabled(health: EndpointHealth, reason: 'gone' | 'failing'): HealthChange {
  return { health: { ...health, status: 'disabled', disabledReason: reason }, notice: reason };
}

/** Whether nothing has changed: after the usual success nothing is written. */
export function sameHealth(a: EndpointHealth, b: EndpointHealth): boolean {
  return (
    a.status === b.status &&
    a.disabledReason === b.disabledReason &&
    a.promptStreak === b.promptStreak &&
    a.failingSince?.getTime() === b.failingSince?.getTime() &&
    a.warnedAt?.getTime() === b.warnedAt?.getTime()
  );
}

/** Enabling forgets earlier failures. Setting the status that the endpoint has changes nothing. */
export function withStatus(health: EndpointHealth, status: EndpointStatus): EndpointHealth {
  if (health.status === status) return health;
  if (status === 'enabled') return FRESH_HEALTH;
  return { ...health, status, disabledReason: 'manual' };
}
