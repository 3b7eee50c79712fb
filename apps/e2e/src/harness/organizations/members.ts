import { randomUUID } from 'node:crypto';
import { ConsoleApi } from '../clients/console-api.js';
import type { Operator } from '../clients/operator.js';

export const ROLES = ['owner', 'admin', 'producer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const PASSWORD = 'correct horse battery staple';

export interface SignedInAs {
  id: string;
  email: string;
  api: ConsoleApi;
}

/** Adds people to organizations, lets them choose a password and signs them in. */
export class Members {
  constructor(
    private readonly operator: Operator,
    private readonly baseUrl: string,
  ) {}

  async add(organizationId: string, role: Role): Promise<SignedInAs> {
    const email = `${role}-${randomUUID()}@example.org`;
    const members = `/orgs/${organizationId}/members`;
    const { id } = await this.operator.call<{ id: string }>('POST', members, { email, role });
    const path = `${members}/${id}/password-link`;
    const { link } = await this.operator.call<{ link: string }>('POST', path, {});
    const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    await new ConsoleApi(this.baseUrl).call('POST', '/set-password', { body });
    return { id, email, api: await this.signIn(email) };
  }

  /** Another sign-in of somebody who was added. */
  signIn(email: string): Promise<ConsoleApi> {
    return new ConsoleApi(this.baseUrl).signedIn({ email, password: PASSWORD });
  }
}
