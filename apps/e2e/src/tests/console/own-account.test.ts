import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConsoleApi, OWN_PAGE } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const PASSWORD = 'correct horse battery staple';

interface OwnSignIns {
  data: { id: string; current: boolean }[];
}

/** A person's page may send a key with each call; these end sign-ins of several organizations. */
const onceOnly = () => ({ ...OWN_PAGE, 'idempotency-key': randomUUID() });

describe(`own account (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl, organizationId } = credentials;
  const operator = new Operator(credentials);
  const anonymous = new ConsoleApi(baseUrl);
  const members = `/orgs/${organizationId}/members`;
  let people = 0;

  async function newEmail(): Promise<string> {
    const email = `own-${Date.now()}-${(people += 1)}@example.org`;
    const { id } = await operator.call<{ id: string }>('POST', members, { email });
    const { link } = await operator.call<{ link: string }>('POST', `${members}/${id}/password-link`, {});
    const body = { token: new URL(link).searchParams.get('t'), password: PASSWORD };
    expect((await anonymous.call('POST', '/set-password', { body })).status).toBe(204);
    return email;
  }

  const signedIn = (email: string, password = PASSWORD) => anonymous.signedIn({ email, password });
  const statusOf = async (as: ConsoleApi) => (await as.call('GET', '/me')).status;

  it('shows a person their sign-ins, and ends one or all of them at once', async () => {
    const email = await newEmail();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const { data } = (await here.call<OwnSignIns>('GET', '/sign-ins')).body;
    const others = data.filter(({ current }) => !current);
    expect(others).toHaveLength(1);
    expect((await here.call('DELETE', `/sign-ins/${others[0]?.id}`)).status).toBe(204);
    expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200]);
    const third = await signedIn(email);
    const all = await here.call('POST', '/sign-out-everywhere', { headers: onceOnly() });
    expect([all.status, all.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    for (const each of [here, third]) expect(await statusOf(each)).toBe(401);
  });

  it('changes a password for who knows it: other sign-ins end, the one that changed it stays', async () => {
    const email = await newEmail();
    const [here, there] = [await signedIn(email), await signedIn(email)];
    const password = `another ${PASSWORD}`;
    const wrong = { currentPassword: `${PASSWORD}!`, password };
    expect((await here.call('POST', '/password', { body: wrong })).status).toBe(400);
    const right = { currentPassword: PASSWORD, password };
    expect((await here.call('POST', '/password', { body: right, headers: onceOnly() })).status).toBe(204);
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    const former = await anonymous.call('POST', '/sign-in', { body: { email, password: PASSWORD } });
    expect(former.status).toBe(401);
    expect(await statusOf(await signedIn(email, password))).toBe(200);
  });
});
