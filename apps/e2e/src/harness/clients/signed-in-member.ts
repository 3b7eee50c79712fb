import type { Credentials } from '../processes/product.js';
import { ConsoleApi } from './console-api.js';

/** A member of an organization in a browser, signed in by a cookie and calling from the console's own pages. */
export class SignedInMember {
  constructor(private readonly api: ConsoleApi) {}

  /** The owner whose credentials the first start prints. */
  static async owner(credentials: Credentials): Promise<SignedInMember> {
    return new SignedInMember(await ConsoleApi.owner(credentials));
  }

  async post<T>(path: string, body?: object, expected = 201): Promise<T> {
    const answer = await this.api.call<T>('POST', path, body === undefined ? {} : { body });
    if (answer.status === expected) return answer.body;
    throw new Error(
      `POST ${path} answered ${answer.status} instead of ${expected}: ${JSON.stringify(answer.body)}`,
    );
  }
}
