/** The respondent's routes of the service. The link key is the bearer token. */
import { CaptureError } from '../errors.js';
import { targetOf } from '../storage/take-record.js';
import type { CaptureClientOptions, RequestInfo } from '../types.js';
import { problemError, type Problem } from './problem.js';

const ANSWER_TIMEOUT_MS = 30_000;

export interface PartClaim {
  number: number;
  size: number;
  sha256: string;
}

export interface PartGrant {
  number: number;
  stored?: true;
  url?: string;
  headers?: Record<string, string>;
}

export interface OpenedTake {
  takeId: string;
  partSize: number;
}

export interface TakeStatus extends OpenedTake {
  state: string;
  storedParts: number[];
}

export class RespondApi {
  readonly #root: string;
  readonly #link: string;
  readonly #key: string;
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;

  constructor({ baseUrl, access, upload }: CaptureClientOptions, signal?: AbortSignal) {
    this.#root = `${baseUrl.replace(/\/+$/, '')}/api/v1/respond/`;
    const kind = access.mode === 'contact' ? 'contacts/' : 'campaigns/';
    this.#link = kind + encodeURIComponent(targetOf(access));
    this.#key = access.key;
    this.#timeoutMs = upload?.stallMs ?? ANSWER_TIMEOUT_MS;
    this.#signal = signal;
  }

  request(): Promise<RequestInfo> {
    return this.#call('GET', this.#link);
  }

  openTake(body: object): Promise<OpenedTake> {
    return this.#call('POST', `${this.#link}/takes`, body);
  }

  takeStatus(takeId: string): Promise<TakeStatus> {
    return this.#call('GET', `takes/${takeId}`);
  }

  async grantParts(takeId: string, parts: PartClaim[]): Promise<PartGrant[]> {
    const answer = await this.#call<{ data: PartGrant[] }>('POST', `takes/${takeId}/parts`, { parts });
    return answer.data;
  }

  completeTake(takeId: string, body: object): Promise<{ submissionId: string }> {
    return this.#call('POST', `takes/${takeId}/complete`, body);
  }

  abandonTake(takeId: string): Promise<void> {
    return this.#call('DELETE', `takes/${takeId}`);
  }

  /** A granted URL may be absolute or relative to the service. */
  resolve(url: string): URL {
    return new URL(url, new URL(this.#root, location.href));
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const signal = this.#signal;
    const timeout = new AbortController();
    const cut = () => timeout.abort();
    const timer = setTimeout(cut, this.#timeoutMs);
    signal?.addEventListener('abort', cut, { signal: timeout.signal });
    try {
      const response = await fetch(this.#root + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: timeout.signal,
      });
      const { ok, status } = response;
      const answer = (await response.json().catch((error: unknown) => {
        // A proxy may refuse with a page of its own instead of JSON; the status still counts.
        if (ok && status !== 204) throw error;
        return {};
      })) as T & Problem;
      if (ok) return answer;
      throw problemError(status, answer, response.headers.get('retry-after'));
    } catch (cause) {
      signal?.throwIfAborted();
      throw CaptureError.from(cause, 'network');
    } finally {
      clearTimeout(timer);
      // Also takes the listener from the signal.
      cut();
    }
  }
}
