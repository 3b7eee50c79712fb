import { Contract } from '../openapi/contract.js';

export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  field?: string;
}

const contracts = new Map<string, Promise<Contract>>();

/** An integrator's HTTP client. Checks every answer against the published OpenAPI document. */
export class Api {
  constructor(
    readonly baseUrl: string,
    private readonly token?: string,
  ) {}

  as(token: string): Api {
    return new Api(this.baseUrl, token);
  }

  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const token = options.token ?? this.token;
    const hasBody = options.body !== undefined;
    const response = await fetch(`${this.baseUrl}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(hasBody
        ? { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }
        : {}),
    });
    const text = await response.text();
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    const body: unknown = text === '' ? undefined : type.endsWith('json') ? JSON.parse(text) : text;
    const contract = await this.contract();
    contract.check(method, path.split('?', 1)[0] ?? '', response.status, type, body);
    return { status: response.status, headers: response.headers, body: body as T };
  }

  /** Calls and throws, quoting the answer, when the status is another. */
  async expect<T>(status: number, method: string, path: string, options: CallOptions = {}): Promise<T> {
    const answer = await this.call<T>(method, path, options);
    if (answer.status !== status) {
      throw new Error(
        `${method} ${path} answered ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`,
      );
    }
    return answer.body;
  }

  get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.expect<T>(200, 'GET', path, options);
  }

  post<T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
    return this.expect<T>(201, 'POST', path, { ...options, body });
  }

  private contract(): Promise<Contract> {
    const known = contracts.get(this.baseUrl);
    if (known) return known;
    const made = Contract.fetch(this.baseUrl);
    contracts.set(this.baseUrl, made);
    return made;
  }
}
