/** Retries with jittered exponential backoff, until nothing at all has succeeded for `patienceMs`. */
import { CaptureError } from '../errors.js';

const MAX_BACKOFF_FACTOR = 16;

export interface RetryOptions {
  patienceMs: number;
  backoffMs: number;
  signal?: AbortSignal | undefined;
  /** Called with the error before every pause, and with null on the first success after one. */
  onWait: (error: CaptureError | null) => void;
}

export class RetryPolicy {
  readonly #options: RetryOptions;
  #lastProgress = performance.now();
  #isWaiting = false;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Restarts the time limit: an answer arrived, or new bytes of a part were sent. */
  progressed(): void {
    this.#lastProgress = performance.now();
    if (this.#isWaiting) this.#options.onWait(null);
    this.#isWaiting = false;
  }

  /** A policy with a time limit of its own, which the progress of other requests does not restart. */
  fork(): RetryPolicy {
    return new RetryPolicy(this.#options);
  }

  /** Runs an action until it succeeds, fails for good or runs out of time. */
  async run<T>(
    action: () => Promise<T>,
    isFinal: (error: CaptureError) => boolean = () => false,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await action();
        this.progressed();
        return result;
      } catch (error) {
        if (error instanceof CaptureError && isFinal(error)) throw error;
        await this.pauseAfter(error, attempt);
      }
    }
  }

  /** Waits before the next try. Throws the error when retrying cannot help or there is no time left. */
  async pauseAfter(error: unknown, attempt: number): Promise<void> {
    if (!(error instanceof CaptureError && error.retryable)) throw error;
    const { patienceMs, backoffMs, signal, onWait } = this.#options;
    const left = this.#lastProgress + patienceMs - performance.now();
    const asked = (error.retryAfterSec ?? 0) * 1000;
    // Half jitter: full jitter would let some of many clients return almost at once.
    const backoff = backoffMs * Math.min(MAX_BACKOFF_FACTOR, 2 ** attempt) * (0.5 + Math.random() / 2);
    const wait = Math.max(asked, backoff);
    if (left <= 0 || asked > left) throw error;
    this.#isWaiting = true;
    onWait(error);
    // Offline, trying is useless until the browser reports the network back.
    await pauseFor(navigator.onLine === false ? left : Math.min(wait, left), signal);
  }
}

/** Ends early when the network returns; rejects when the caller gives up. */
function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  const done = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const options = { signal: done.signal };
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    globalThis.addEventListener?.('online', () => resolve(), options);
    signal?.addEventListener('abort', () => reject(signal.reason as Error), options);
    if (signal?.aborted) reject(signal.reason as Error);
  }).finally(() => done.abort());
}
