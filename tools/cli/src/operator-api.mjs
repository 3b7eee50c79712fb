import { CliFailure, EXIT } from './failure.mjs';
import { findInstance } from './instance.mjs';

const TIMEOUT_MS = 30_000;
const PAGE = 100;

const NEXT_BY_CODE = {
  unauthorized: 'Check CAPTURE_OPERATOR_TOKEN: it must be the token that the instance was started with.',
  not_found: 'Check the ids; "org list" and "key list" show those that exist.',
  invalid_input: 'Correct the option that is named; add --help to see what it takes.',
  service_unavailable: 'Wait a moment, then run the same command again.',
  internal: 'Quote the request id to whoever runs the instance; its log has the cause.',
};

/** The operator API of the instance that the environment points at. */
export class OperatorApi {
  constructor(baseUrl, token) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  static async find(env) {
    const { baseUrl, operatorToken } = await findInstance(env);
    if (!operatorToken) {
      const next = 'Set CAPTURE_OPERATOR_TOKEN to the token that the instance was started with.';
      throw new CliFailure(EXIT.usage, 'no_token', `There is no operator token for ${baseUrl}.`, next);
    }
    return new OperatorApi(baseUrl, operatorToken);
  }

  get = (path) => this.call('GET', path);
  post = (path, body = {}) => this.call('POST', path, body);
  patch = (path, body) => this.call('PATCH', path, body);
  delete = (path) => this.call('DELETE', path);

  /** Every item of a list, over all its pages. */
  async list(path) {
    const data = [];
    let cursor = null;
    do {
      const query = `${path.includes('?') ? '&' : '?'}limit=${PAGE}`;
      const page = await this.get(
        `${path}${query}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      data.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { data };
  }

  async call(method, path, body) {
    const url = `${this.baseUrl}/operator/v1${path}`;
    const headers = { authorization: `Bearer ${this.token}`, accept: 'application/json' };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const init = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
    const response = await reach(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    const document = parse(text);
    if (response.ok) return document ?? {};
    throw refusal(response.status, document);
  }
}

/** @throws CliFailure when nobody answers at that address. */
export async function reach(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { origin } = new URL(url);
    const cause = error.cause?.code ?? error.name;
    const next = `Check that the instance runs and that ${origin} is its address (CAPTURE_URL, CAPTURE_PORT).`;
    throw new CliFailure(EXIT.unreachable, 'unreachable', `${origin} does not answer (${cause}).`, next);
  }
}

/** The document of an answer, or undefined where it is none. */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the operator sees of an answer that refuses; `problem` is its body (RFC 9457). */
export function refusal(status, problem) {
  const code = problem?.code ?? `http_${status}`;
  const detail = problem?.detail ?? `The instance answered ${status} without saying why.`;
  const request = problem?.requestId ? ` (request ${problem.requestId})` : '';
  const next = NEXT_BY_CODE[code] ?? 'Change what the message names, then run the command again.';
  return new CliFailure(EXIT.refused, code, `${detail}${request}`, next);
}
