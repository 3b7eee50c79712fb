/** At most `limit` accepted calls of one credential in any window of `windowSec` seconds. */
export interface BudgetPolicy {
  /** Shown in the RateLimit headers. */
  name: string;
  limit: number;
  windowSec: number;
  /** Subjects are client addresses, of which strangers can have any number: in memory their windows are bounded. */
  crowd?: boolean;
}

export interface BudgetVerdict {
  accepted: boolean;
  /** Limit that was applied; lower than the policy's while a gateway counts alone. */
  limit: number;
  /** Calls that would still be accepted right now. */
  remaining: number;
  /** Milliseconds until the oldest counted call leaves the window and `remaining` grows. */
  resetMs: number;
}

/**
 * Counts accepted calls in an exact sliding window: however calls are timed, no window of `windowSec` ever
 * holds more than `limit` accepted ones.
 */
export interface BudgetStore {
  /** Takes one call from the subject's budget. A refused call does not count. */
  take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict>;
  /** The verdict that `take` would give now, without taking. */
  peek(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict>;
  close(): Promise<void>;
}

/** Injection token of the `BudgetStore`. */
export const BUDGETS = Symbol('budgets');

/** The two headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers): quota, and what is left of it. */
export function rateLimitHeaders(policy: BudgetPolicy, verdict: BudgetVerdict): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.limit};w=${policy.windowSec}`,
    ratelimit: `"${policy.name}";r=${verdict.remaining};t=${secondsUntil(verdict)}`,
  };
}

/** Whole seconds until a refused call may be accepted again; at least one. */
export function secondsUntil(verdict: BudgetVerdict): number {
  return Math.max(1, Math.ceil(verdict.resetMs / 1000));
}
