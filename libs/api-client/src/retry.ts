const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** An answer with a longer `Retry-After` is returned to the caller without a retry. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** Seconds that `Retry-After` asks for, given as a number or as a date (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/**
 * Whether the same request may succeed later: the service or a proxy was unavailable, the budget is used up for now, or
 * an earlier attempt under the same key is still running. A 429 without `Retry-After` is a cap.
 */
export function mayRetry(status: number, code: string, retryAfterSec: number | undefined): boolean {
  if (retryAfterSec !== undefined && retryAfterSec * 1000 > LONGEST_RETRY_AFTER_MS) return false;
  if (status === 429) return retryAfterSec !== undefined;
  return status === 502 || status === 503 || status === 504 || code === 'idempotency_in_progress';
}

/** Milliseconds until the next attempt, counted from 0; never sooner than the answer asked for. */
export function delayBefore(attempt: number, retryAfterSec = 0, random: () => number = Math.random): number {
  const backoff = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  const jittered = backoff * (0.5 + random() / 2);
  return retryAfterSec === 0 ? jittered : retryAfterSec * 1000 + random() * FIRST_DELAY_MS;
}

/** @throws the signal's reason when it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
