/** The outcome of one attempt: a single HTTP request to an endpoint. */
export interface AttemptResult {
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Why no whole answer came, as a stable word; null when one did. */
  error: string | null;
  latencyMs: number;
  /** First 16 KiB of the answer as text; null when there was none. */
  responseBody: string | null;
  retryAfter: string | null;
}

export function succeeded(result: AttemptResult): boolean {
  return result.error === null && result.status !== null && result.status >= 200 && result.status < 300;
}

/** Why an attempt counts as failed, for the delivery log; null on success. */
export function failureOf(result: AttemptResult): string | null {
  if (result.error !== null || succeeded(result)) return result.error;
  return result.status !== null && result.status >= 300 && result.status < 400 ? 'redirect' : 'status';
}
