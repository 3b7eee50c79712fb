import { CliFailure, EXIT } from '../command/failure.js';
import { parseJson, reach, refusal } from './http.js';
import { findOperator } from './instance.js';
import type { Answer, Call, Item, ListPath, Method, Operation, PathOf } from './operator-types.js';

const TIMEOUT_MS = 30_000;
const PAGE = 100;

interface AnyCall {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

interface Page {
  data: unknown[];
  nextCursor: string | null;
}

/** Optional where the operation needs nothing. */
type Given<O> = Record<never, never> extends Call<O> ? [call?: Call<O>] : [call: Call<O>];

/** The operator API of the instance that the environment points at, typed by its OpenAPI document. */
export class OperatorApi {
  private constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  static async find(env: NodeJS.ProcessEnv): Promise<OperatorApi> {
    const { operatorUrl, operatorToken } = await findOperator(env);
    if (!operatorToken) {
      const next = 'Set CAPTURE_OPERATOR_TOKEN to a token that the instance was started with.';
      throw new CliFailure(EXIT.usage, 'no_token', `There is no operator token for ${operatorUrl}.`, next);
    }
    return new OperatorApi(operatorUrl, operatorToken);
  }

  get<P extends PathOf<'get'>>(
    path: P,
    ...[call]: Given<Operation<'get', P>>
  ): Promise<Answer<Operation<'get', P>>> {
    return this.send('get', path, call) as Promise<Answer<Operation<'get', P>>>;
  }

  post<P extends PathOf<'post'>>(
    path: P,
    ...[call]: Given<Operation<'post', P>>
  ): Promise<Answer<Operation<'post', P>>> {
    return this.send('post', path, { body: {}, ...(call as AnyCall) }) as Promise<
      Answer<Operation<'post', P>>
    >;
  }

  patch<P extends PathOf<'patch'>>(
    path: P,
    ...[call]: Given<Operation<'patch', P>>
  ): Promise<Answer<Operation<'patch', P>>> {
    return this.send('patch', path, call) as Promise<Answer<Operation<'patch', P>>>;
  }

  put<P extends PathOf<'put'>>(
    path: P,
    ...[call]: Given<Operation<'put', P>>
  ): Promise<Answer<Operation<'put', P>>> {
    return this.send('put', path, call) as Promise<Answer<Operation<'put', P>>>;
  }

  async delete<P extends PathOf<'delete'>>(path: P, ...[call]: Given<Operation<'delete', P>>): Promise<void> {
    await this.send('delete', path, call);
  }

  /** Every item of a list, over all its pages. */
  async list<P extends ListPath>(
    path: P,
    ...[call]: Given<Operation<'get', P>>
  ): Promise<{ data: Item<P>[] }> {
    const given: AnyCall = call ?? {};
    const data: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query = { ...given.query, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
      const page = (await this.send('get', path, { ...given, query })) as Page;
      data.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { data: data as Item<P>[] };
  }

  private async send(method: Method, path: string, call: AnyCall = {}): Promise<unknown> {
    const url = this.baseUrl + fill(path, call.path) + search(call.query);
    const { body } = call;
    const response = await reach(url, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document = parseJson(await response.text());
    if (response.ok) return document ?? {};
    throw refusal(response.status, document);
  }
}

function fill(path: string, parameters: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

function search(query: Record<string, unknown> = {}): string {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return text === '' ? '' : `?${text}`;
}
