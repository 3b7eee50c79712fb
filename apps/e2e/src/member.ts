import { ConsoleApi } from './console-api.js';
import type { Credentials } from './product.js';

/** A member of an organization in a browser: signed in by a cookie, calling from a page of our own. */
export class SignedInMember {
  private constructor(private readonly api: ConsoleApi) {}

  /** The owner that the first start prints. */
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
