/** How long an upload keeps trying: until nothing at all has succeeded for `patienceMs`. */
import { CaptureError } from './errors.js';

const MAX_BACKOFF_FACTOR = 16;

export interface PatienceOptions {
  patienceMs: number;
  backoffMs: number;
  signal?: AbortSignal | undefined;
  /** Told of every pause and, with null, of the first success after it. */
  onWait: (error: CaptureError | null) => void;
}

export class Patience {
  readonly #options: PatienceOptions;
  #lastSuccess = performance.now();
  #isWaiting = false;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** Something got through: a whole answer, or a few bytes of a part. */
  succeeded(): void {
    this.#lastSuccess = performance.now();
    if (this.#isWaiting) this.#options.onWait(null);
    this.#isWaiting = false;
  }

  /** A patience of its own, which the success of other requests does not renew. */
  fork(): Patience {
    return new Patience(this.#options);
  }

  /** Runs an action until it succeeds, fails for good, or the patience is at its end. */
  async persist<T>(
    action: () => Promise<T>,
    isFinal: (error: CaptureError) => boolean = () => false,
  ): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await action();
        this.succeeded();
        return result;
      } catch (error) {
        if (error instanceof CaptureError && isFinal(error)) throw error;
        await this.pauseAfter(error, attempt);
      }
    }
  }

  /** Waits before the next try; throws the error where there is no use in one, or no time left. */
  async pauseAfter(error: unknown, attempt: number): Promise<void> {
    if (!(error instanceof CaptureError && error.retryable)) throw error;
    const { patienceMs, backoffMs, signal, onWait } = this.#options;
    const left = this.#lastSuccess + patienceMs - performance.now();
    const asked = (error.retryAfterSec ?? 0) * 1000;
    // Full jitter would let a whole room of people come back at once too early; half of it is kept.
    const backoff = backoffMs * Math.min(MAX_BACKOFF_FACTOR, 2 ** attempt) * (0.5 + Math.random() / 2);
    const wait = Math.max(asked, backoff);
    if (left <= 0 || asked > left) throw error;
    this.#isWaiting = true;
    onWait(error);
    // Offline there is nothing to try before the browser says otherwise.
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
