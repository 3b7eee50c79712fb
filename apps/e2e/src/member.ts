import type { Credentials } from './product.js';

/** A member of an organization in a browser: signed in by a cookie, calling from a page of our own. */
export class SignedInMember {
  private constructor(
    private readonly baseUrl: string,
    readonly cookie: string,
  ) {}

  /** The owner that the first start prints. */
  static async owner(credentials: Credentials): Promise<SignedInMember> {
    const { baseUrl, consoleEmail: email, consolePassword: password } = credentials;
    const response = await send(baseUrl, 'POST', '/sign-in', { email, password });
    const [cookie] = (response.headers.get('set-cookie') ?? '').split(';', 1);
    if (response.status !== 201 || !cookie)
      throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
    return new SignedInMember(baseUrl, cookie);
  }

  async post<T>(path: string, body?: object, status = 201): Promise<T> {
    const response = await send(this.baseUrl, 'POST', path, body, this.cookie);
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`POST ${path} answered ${response.status} instead of ${status}: ${text}`);
    return JSON.parse(text) as T;
  }
}

function send(
  baseUrl: string,
  method: string,
  path: string,
  body?: object,
  cookie?: string,
): Promise<Response> {
  return fetch(`${baseUrl}/console/api${path}`, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
