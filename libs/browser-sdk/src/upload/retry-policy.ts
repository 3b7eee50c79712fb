/** Retries with jittered exponential backoff, until nothing at all has succeeded for `patienceMs`. */
import type { CaptureError } from '../errors.js';

const MAX_BACKOFF_FACTOR = 16;
/** A page that was frozen may not hear that the network is back. */
const OFFLINE_MS = 30_000;

export interface RetryOptions {
  patienceMs: number;
  backoffMs: number;
  signal?: AbortSignal | undefined;
  /** Called with the error before every pause, and with null on the first success after one. */
  onWait: (error: CaptureError | null) => void;
}

export interface RetryPolicy {
  /** Restarts the time limit: an answer arrived, or new bytes of a part were sent. */
  progressed: () => void;
  /** A policy with a time limit of its own, which the progress of other requests does not restart. */
  fork: () => RetryPolicy;
  /** Runs an action until it succeeds, fails for good or runs out of time. */
  run: <T>(action: () => Promise<T>) => Promise<T>;
  /** Waits before the next try. Throws the error when retrying cannot help or there is no time left. */
  pauseAfter: (error: unknown) => Promise<void>;
}

export function startRetrying(options: RetryOptions): RetryPolicy {
  const { patienceMs, backoffMs, signal, onWait } = options;
  let lastProgress = performance.now();
  let isWaiting = false;
  /** Since then. */
  let failures = 0;
  const progressed = () => {
    lastProgress = performance.now();
    if (isWaiting) onWait(null);
    isWaiting = false;
    failures = 0;
  };
  const pauseAfter = async (error: unknown) => {
    if (!(error as CaptureError | null)?.retryable) throw error;
    const left = lastProgress - performance.now() + patienceMs;
    const asked = ((error as CaptureError).retryAfterSec ?? 0) * 1000;
    // Half jitter: full jitter would let some of many clients return almost at once.
    const backoff = backoffMs * Math.min(MAX_BACKOFF_FACTOR, 2 ** failures++) * (0.5 + Math.random() / 2);
    const wait = Math.max(asked, backoff);
    if (left <= 0 || asked > left) throw error;
    isWaiting = true;
    onWait(error as CaptureError);
    // Offline, trying is useless until the browser reports the network back.
    await pauseFor(Math.min(left, navigator.onLine === false ? OFFLINE_MS : wait), signal);
  };
  return {
    progressed,
    pauseAfter,
    fork: () => startRetrying(options),
    run: async (action) => {
      for (;;) {
        try {
          const result = await action();
          progressed();
          return result;
        } catch (error) {
          await pauseAfter(error);
        }
      }
    },
  };
}

/** Ends early when the network returns; rejects when the caller gives up. */
async function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  const done = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<unknown>((resolve) => {
    timer = setTimeout(resolve, ms);
    const options = { signal: done.signal };
    globalThis.addEventListener?.('online', resolve, options);
    signal?.addEventListener('abort', resolve, options);
    if (signal?.aborted) resolve(0);
  });
  clearTimeout(timer);
  done.abort();
  signal?.throwIfAborted();
}
