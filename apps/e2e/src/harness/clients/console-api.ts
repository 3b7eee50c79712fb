import { Contract } from '../openapi/contract.js';
import { CONSOLE_DOCUMENT } from '../openapi/openapi.js';
import type { Credentials } from '../processes/product.js';
import type { Answer } from './api.js';

export interface SignedIn {
  member: { id: string; email: string; role: string };
  organization: { id: string; name: string; plan: string };
  organizations: { id: string; name: string }[];
}

interface SignIn {
  email: string;
  password: string;
  organizationId?: string;
}

/** The header by which a browser marks requests of the console's own pages. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const contracts = new Map<string, Promise<Contract>>();

/** The API of the console's pages. Checks every answer against the published OpenAPI document. */
export class ConsoleApi {
  /** @param cookie session cookie; undefined when not signed in */
  constructor(
    readonly baseUrl: string,
    readonly cookie?: string,
  ) {}

  /** Signs in as the owner whose credentials the first start prints. */
  static owner({
    baseUrl,
    consoleEmail: email,
    consolePassword: password,
  }: Credentials): Promise<ConsoleApi> {
    return new ConsoleApi(baseUrl).signedIn({ email, password });
  }

  async signedIn(body: SignIn): Promise<ConsoleApi> {
    const { status, headers } = await this.call('POST', '/sign-in', { body });
    const [cookie] = (headers.get('set-cookie') ?? '').split(';', 1);
    if (status !== 201 || !cookie) throw new Error(`the sign-in was answered ${status}`);
    return new ConsoleApi(this.baseUrl, cookie);
  }

  /** @param options.headers replace the header that marks the console's own pages */
  async call<T>(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer<T>> {
    const { body, headers = OWN_PAGE } = options;
    const response = await fetch(`${this.baseUrl}/console/api${path}`, {
      method,
      headers: {
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    const contract = await this.contract();
    contract.check(method, `/console/api${path.split('?', 1)[0]}`, response.status, type, answer);
    return { status: response.status, headers: response.headers, body: answer as T };
  }

  private contract(): Promise<Contract> {
    const known = contracts.get(this.baseUrl) ?? Contract.fetch(this.baseUrl, CONSOLE_DOCUMENT);
    contracts.set(this.baseUrl, known);
    return known;
  }
}
