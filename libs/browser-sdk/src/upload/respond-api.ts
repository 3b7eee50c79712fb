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

export type RespondApi = ReturnType<typeof respondApi>;

export function respondApi({ baseUrl, access, upload }: CaptureClientOptions, signal?: AbortSignal) {
  const link =
    (access.mode === 'contact' ? 'contacts/' : 'campaigns/') + encodeURIComponent(targetOf(access));
  const root = `${baseUrl.replace(/\/+$/, '')}/api/v1/respond/`;
  /** `expected`: a member that the service's answer has. */
  const ask = async <T>(method: string, path: string, expected = '', body?: object): Promise<T> => {
    const timeout = new AbortController();
    const cut = () => timeout.abort();
    const timer = setTimeout(cut, upload?.stallMs ?? ANSWER_TIMEOUT_MS);
    signal?.addEventListener('abort', cut, { signal: timeout.signal });
    try {
      const response = await fetch(root + path, {
        method,
        headers: {
          authorization: `Bearer ${access.key}`,
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
  };
  return {
    request: () => ask<RequestInfo>('GET', link, 'release'),
    openTake: (body: object) => ask<OpenedTake>('POST', `${link}/takes`, 'takeId', body),
    takeStatus: (takeId: string) => ask<TakeStatus>('GET', `takes/${takeId}`, 'storedParts'),
    grantParts: async (takeId: string, parts: PartClaim[]) =>
      (await ask<{ data: PartGrant[] }>('POST', `takes/${takeId}/parts`, 'data', { parts })).data,
    completeTake: (takeId: string, body: object) =>
      ask<{ submissionId: string }>('POST', `takes/${takeId}/complete`, 'submissionId', body),
    abandonTake: (takeId: string) => ask<void>('DELETE', `takes/${takeId}`),
    /** A granted URL may be absolute or relative to the service. */
    resolve: (url: string) => new URL(url, new URL(root, location.href)),
  };
}
