import { CaptureApiError, CaptureConnectionError } from './errors.js';
import { delayBefore, mayRetry, parseRetryAfter, pause } from './retry.js';

export interface TransportOptions {
  apiKey: string;
  fetch: typeof globalThis.fetch;
  maxRetries: number;
  timeoutMs: number;
}

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Makes a call, with retries. Every attempt is the same request, its Idempotency-Key included. */
export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /**
   * @returns the parsed body, or undefined where the answer has none.
   * @throws CaptureApiError, CaptureConnectionError, or the signal's reason.
   */
  async send(call: Call): Promise<unknown> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= this.options.maxRetries;
      const outcome = await this.attempt(call);
      if (!(outcome instanceof Error)) return outcome;
      const retryAfterSec = outcome instanceof CaptureApiError ? outcome.retryAfterSec : undefined;
      if (isLast || !isPassing(outcome)) throw outcome;
      await pause(delayBefore(attempt, retryAfterSec), call.signal);
    }
  }

  /** The body, or what went wrong; throws only when the caller aborted. */
  private async attempt(call: Call): Promise<unknown> {
    try {
      const received = await this.receive(call);
      return received.status < 300 ? bodyOf(received) : refusalOf(received);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      return new CaptureConnectionError(`${call.method} ${call.url} got no answer.`, error);
    }
  }

  /** One request and the whole of its answer, within the time limit. */
  private async receive({ method, url, headers, body, signal }: Call): Promise<Received> {
    const cut = new AbortController();
    const giveUp = (): void => cut.abort(signal?.reason);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    const { timeoutMs, apiKey, fetch } = this.options;
    const timer = setTimeout(() => cut.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const answer = await fetch(url, {
        method,
        headers: {
          accept: 'application/json, application/problem+json',
          authorization: `Bearer ${apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        signal: cut.signal,
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

function isPassing(error: Error): boolean {
  if (!(error instanceof CaptureApiError)) return true;
  return mayRetry(error.status, error.code, error.retryAfterSec);
}

function parse(text: string): { body: unknown } | undefined {
  try {
    return { body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  } catch {
    return undefined;
  }
}

/** A success that is not JSON came from something else than the API. */
function bodyOf(received: Received): unknown {
  const parsed = parse(received.text);
  return parsed ? parsed.body : refusalOf(received);
}

function refusalOf({ status, headers, text }: Received): CaptureApiError {
  const requestId = headers.get('x-request-id');
  const retryAfterSec = parseRetryAfter(headers.get('retry-after'), Date.now());
  return new CaptureApiError(status, parse(text)?.body, {
    ...(requestId === null ? {} : { requestId }),
    ...(retryAfterSec === undefined ? {} : { retryAfterSec }),
  });
}
