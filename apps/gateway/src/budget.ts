/** How many calls one credential may have accepted in any window of that length. */
export interface BudgetPolicy {
  /** Goes into the RateLimit headers. */
  name: string;
  limit: number;
  windowSec: number;
}

export interface BudgetVerdict {
  accepted: boolean;
  /** Limit that was applied; lower than the policy's while a gateway works on its own share. */
  limit: number;
  /** Calls that would still be accepted right now. */
  remaining: number;
  /** Milliseconds until the oldest counted call leaves the window and `remaining` grows. */
  resetMs: number;
}

/**
 * Counts accepted calls in an exact sliding window: however calls are timed, no window of `windowSec` ever
 * holds more than `limit` accepted ones (design: Budgets).
 */
export interface BudgetStore {
  /** Takes one call from the subject's budget. Refused calls leave it as it is. */
  take(subject: string, policy: BudgetPolicy): Promise<BudgetVerdict>;
  close(): Promise<void>;
}

/** The two headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers): quota, and what is left of it. */
export function rateLimitHeaders(policy: BudgetPolicy, verdict: BudgetVerdict): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy.name}";q=${policy.limit};w=${policy.windowSec}`,
    ratelimit: `"${policy.name}";r=${verdict.remaining};t=${secondsUntil(verdict)}`,
  };
}

/** Whole seconds after which a refused call is worth repeating; at least one. */
export function secondsUntil(verdict: BudgetVerdict): number {
  return Math.max(1, Math.ceil(verdict.resetMs / 1000));
}
