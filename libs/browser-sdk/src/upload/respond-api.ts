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
    return this.#call('GET', this.#link, 'release');
  }

  openTake(body: object): Promise<OpenedTake> {
    return this.#call('POST', `${this.#link}/takes`, 'takeId', body);
  }

  takeStatus(takeId: string): Promise<TakeStatus> {
    return this.#call('GET', `takes/${takeId}`, 'storedParts');
  }

  async grantParts(takeId: string, parts: PartClaim[]): Promise<PartGrant[]> {
    const path = `takes/${takeId}/parts`;
    return (await this.#call<{ data: PartGrant[] }>('POST', path, 'data', { parts })).data;
  }

  completeTake(takeId: string, body: object): Promise<{ submissionId: string }> {
    return this.#call('POST', `takes/${takeId}/complete`, 'submissionId', body);
  }

  abandonTake(takeId: string): Promise<void> {
    return this.#call('DELETE', `takes/${takeId}`);
  }

  /** A granted URL may be absolute or relative to the service. */
  resolve(url: string): URL {
    return new URL(url, new URL(this.#root, location.href));
  }

  /** @param expected a member that the service's answer has */
  async #call<T>(method: string, path: string, expected = '', body?: object): Promise<T> {
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
        body: body && JSON.stringify(body),
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: timeout.signal,
      });
      // A proxy may refuse with a page of its own instead of JSON; the status still counts.
      const answer = (await response.json().catch(() => ({}))) as object & T & Problem;
      if (!response.ok) throw problemError(response.status, answer, response.headers.get('retry-after'));
      // A captive portal, or a proxy, may answer with something of its own.
      if (expected && !(expected in answer)) throw new TypeError(path);
      return answer;
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
