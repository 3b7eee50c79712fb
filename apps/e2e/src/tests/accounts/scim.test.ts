import { randomUUID } from 'node:crypto';
import { until } from '@capture/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness/clients/api.js';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { Members, PASSWORD } from '../../harness/organizations/members.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface User {
  id: string;
  userName: string;
  active: boolean;
}

interface Users {
  totalResults: number;
  Resources: User[];
}

const TYPE = 'application/scim+json';

describe(`the directory of an organization, by SCIM (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  let organizationId: string;
  let token: string;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Directory');
    const { api } = await new Members(operator, baseUrl).add(organizationId, 'owner');
    ({ token } = (await api.call<{ token: string }>('POST', '/scim-tokens', { body: {} })).body);
  });

  async function call<T>(method: string, path: string, body?: object, bearer = token): Promise<Answer<T>> {
    const response = await fetch(`${baseUrl}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': TYPE }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers };
    return { ...answer, body: (text === '' ? undefined : JSON.parse(text)) as T };
  }

  const setActive = (id: string, value: string): Promise<Answer<User>> =>
    call('PATCH', `/Users/${id}`, { Operations: [{ op: 'Replace', path: 'active', value }] });
  const signIn = (email: string) =>
    new ConsoleApi(baseUrl).call('POST', '/sign-in', { body: { email, password: PASSWORD } });

  it('makes a person, who signs in, is out within a second of being deactivated, and is let in again', async () => {
    const userName = `${randomUUID()}@example.org`;
    const made = await call<User>('POST', '/Users', { userName, externalId: 'e2e' });
    expect([made.status, made.body.active]).toEqual([201, true]);
    expect(made.headers.get('content-type')).toContain(TYPE);
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    const { body: found } = await call<Users>('GET', `/Users?filter=${filter}`);
    expect([found.totalResults, found.Resources.map(({ id }) => id)]).toEqual([1, [made.body.id]]);

    const { id } = made.body;
    const linkPath = `/orgs/${organizationId}/members/${id}/password-link`;
    const { link } = await operator.call<{ link: string }>('POST', linkPath, {});
    const chosen = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    await new ConsoleApi(baseUrl).call('POST', '/set-password', { body: chosen });
    const member = await new ConsoleApi(baseUrl).signedIn({ email: userName, password: PASSWORD });
    expect((await member.call('GET', '/me')).status).toBe(200);

    const off = await setActive(id, 'False');
    const answeredAt = performance.now();
    expect([off.status, off.body.active]).toEqual([200, false]);
    let lastSeenAt = answeredAt;
    await until('the person to be out', async () => {
      const startedAt = performance.now();
      if ((await member.call('GET', '/me')).status === 401) return true;
      lastSeenAt = startedAt;
      return false;
    });
    expect(lastSeenAt - answeredAt).toBeLessThan(1_000);
    expect((await signIn(userName)).status).toBe(401);

    expect((await setActive(id, 'True')).body.active).toBe(true);
    expect((await member.call('GET', '/me')).status).toBe(401);
    expect((await signIn(userName)).status).toBe(201);
    expect((await call('DELETE', `/Users/${id}`)).status).toBe(204);
    expect([(await call('GET', `/Users/${id}`)).status, (await signIn(userName)).status]).toEqual([404, 401]);
  });

  it('is refused in its own form with no token, another one, or one that was ended', async () => {
    const second = await operator.call<{ id: string; token: string }>(
      'POST',
      `/orgs/${organizationId}/scim-tokens`,
      {},
    );
    expect((await call('GET', '/Schemas', undefined, second.token)).status).toBe(200);
    await operator.call('DELETE', `/orgs/${organizationId}/scim-tokens/${second.id}`);
    for (const bearer of [second.token, `cap_scim_${'x'.repeat(43)}`, credentials.liveKey]) {
      const { status, headers, body } = await call<{ status: string }>('GET', '/Users', undefined, bearer);
      expect([status, body.status]).toEqual([401, '401']);
      expect(headers.get('content-type')).toContain(TYPE);
    }
  });
});
