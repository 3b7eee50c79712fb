// A client of the public API.

export interface Answer {
  status: number;
  body: unknown;
}

const TIMEOUT_MS = 30_000;

export class Client {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  as(token: string): Client {
    return new Client(this.url, token);
  }

  /** @throws Error of fetch where there is no answer */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  /** @throws Error that quotes an answer other than 200 up to 299 */
  async expect<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  /** Every page of a list. */
  async all<T>(path: string): Promise<T[]> {
    const found: T[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: { data: T[]; nextCursor: string | null } = await this.expect(
        'GET',
        `${path}?limit=100${query}`,
      );
      found.push(...page.data);
      cursor = page.nextCursor;
    }
    return found;
  }
}
