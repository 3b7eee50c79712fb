import { Transport } from './transport.js';
import type {
  Answer,
  CallOptions,
  CommonOptions,
  Item,
  ListPath,
  Method,
  Operation,
  Options,
  PathOf,
} from './types.js';
import { webCrypto } from './web-crypto.js';

export interface CaptureClientOptions {
  /** Where the service is, for instance `https://capture.example`; `/api` is added. */
  baseUrl: string;
  /** `cap_live_…` or `cap_test_…`. Never in a browser. */
  apiKey: string;
  /** Attempts after the first; 4 when left out. */
  maxRetries?: number;
  /** Milliseconds that one attempt may take; 30,000 when left out. */
  timeoutMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch;
}

interface AnyOptions extends CommonOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Calls of the API, typed by its OpenAPI document. Each throws `CaptureApiError` or `CaptureConnectionError`. */
export interface CaptureClient {
  get<P extends PathOf<'get'>>(
    path: P,
    ...options: Options<Operation<'get', P>>
  ): Promise<Answer<Operation<'get', P>>>;
  post<P extends PathOf<'post'>>(
    path: P,
    ...options: Options<Operation<'post', P>>
  ): Promise<Answer<Operation<'post', P>>>;
  patch<P extends PathOf<'patch'>>(
    path: P,
    ...options: Options<Operation<'patch', P>>
  ): Promise<Answer<Operation<'patch', P>>>;
  delete<P extends PathOf<'delete'>>(
    path: P,
    ...options: Options<Operation<'delete', P>>
  ): Promise<Answer<Operation<'delete', P>>>;
  /** Every item of a list, newest first; pages are fetched as they are needed. `query.limit` is the page size. */
  paginate<P extends ListPath>(
    path: P,
    ...options: Options<Operation<'get', P>>
  ): AsyncGenerator<Item<P>, void, undefined>;
}

export function createCaptureClient(options: CaptureClientOptions): CaptureClient {
  const { baseUrl, apiKey, maxRetries = 4, timeoutMs = 30_000 } = options;
  // The global is looked up at each call, so that instrumentation which replaces it later is used.
  const fetch =
    options.fetch ?? ((...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call));
  const transport = new Transport({ apiKey, fetch, maxRetries, timeoutMs });
  const root = `${baseUrl.replace(/\/+$/, '')}/api`;

  const call = async (method: Method, path: string, given: AnyOptions = {}): Promise<unknown> =>
    transport.send({
      method: method.toUpperCase(),
      url: root + fill(path, given.path ?? {}) + search(given.query ?? {}),
      headers: { ...(method === 'post' ? await idempotency(given) : {}), ...given.headers },
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
      signal: given.signal,
    });

  async function* paginate(path: string, given: AnyOptions = {}): AsyncGenerator<unknown, void, undefined> {
    let cursor = given.query?.['cursor'];
    do {
      const query = { ...given.query, cursor };
      const page = (await call('get', path, { ...given, query })) as {
        data: unknown[];
        nextCursor: string | null;
      };
      yield* page.data;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  return {
    get: (path: string, given?: CallOptions<unknown>) => call('get', path, given),
    post: (path: string, given?: CallOptions<unknown>) => call('post', path, given),
    patch: (path: string, given?: CallOptions<unknown>) => call('patch', path, given),
    delete: (path: string, given?: CallOptions<unknown>) => call('delete', path, given),
    paginate,
  } as CaptureClient;
}

async function idempotency({ idempotencyKey }: CommonOptions): Promise<Record<string, string>> {
  return { 'idempotency-key': idempotencyKey ?? (await webCrypto()).randomUUID() };
}

/** @throws TypeError when a parameter is missing: a path with an empty segment would be another route. */
function fill(path: string, parameters: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = parameters[name];
    if (value === undefined || value === '') throw new TypeError(`path.${name} is missing`);
    return encodeURIComponent(value);
  });
}

function search(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
