/** Retries with jittered exponential backoff, until nothing at all has succeeded for `patienceMs`. */
import { CaptureError } from '../errors.js';

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

export class RetryPolicy {
  readonly #options: RetryOptions;
  #lastProgress = performance.now();
  #isWaiting = false;
  /** Failures since then. */
  #failures = 0;

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Restarts the time limit: an answer arrived, or new bytes of a part were sent. */
  progressed(): void {
    this.#lastProgress = performance.now();
    if (this.#isWaiting) this.#options.onWait(null);
    this.#isWaiting = false;
    this.#failures = 0;
  }

  /** A policy with a time limit of its own, which the progress of other requests does not restart. */
  fork(): RetryPolicy {
    return new RetryPolicy(this.#options);
  }

  /** Runs an action until it succeeds, fails for good or runs out of time. */
  async run<T>(action: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const result = await action();
        this.progressed();
        return result;
      } catch (error) {
        await this.pauseAfter(error);
      }
    }
  }

  /** Waits before the next try. Throws the error when retrying cannot help or there is no time left. */
  async pauseAfter(error: unknown): Promise<void> {
    if (!(error instanceof CaptureError && error.retryable)) throw error;
    const { patienceMs, backoffMs, signal, onWait } = this.#options;
    const left = this.#lastProgress + patienceMs - performance.now();
    const asked = (error.retryAfterSec ?? 0) * 1000;
    // Half jitter: full jitter would let some of many clients return almost at once.
    const backoff =
      backoffMs * Math.min(MAX_BACKOFF_FACTOR, 2 ** this.#failures++) * (0.5 + Math.random() / 2);
    const wait = Math.max(asked, backoff);
    if (left <= 0 || asked > left) throw error;
    this.#isWaiting = true;
    onWait(error);
    // Offline, trying is useless until the browser reports the network back.
    await pauseFor(Math.min(left, navigator.onLine === false ? OFFLINE_MS : wait), signal);
  }
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
