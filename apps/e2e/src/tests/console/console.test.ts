import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from '../../harness/clients/api.js';
import { ConsoleApi, type SignedIn } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent } from '../../harness/clients/respondent.js';
import {
  CONSOLE_DOCUMENT,
  fetchDocument,
  operationsOf,
  type Operation,
} from '../../harness/openapi/openapi.js';
import { CaptureFixture, type CaptureRequestBody } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const PASSWORD = 'correct horse battery staple';

interface Colleague {
  id: string;
  email: string;
}

describe(`the console (${MODE})`, async () => {
  const credentials = sharedProduct().credentials;
  const { baseUrl, organizationId, consoleEmail, consolePassword } = credentials;
  const operator = new Operator(credentials);
  const anonymous = new ConsoleApi(baseUrl);
  const integrator = new Api(baseUrl, credentials.liveKey);
  const operations = operationsOf(await fetchDocument(baseUrl, CONSOLE_DOCUMENT));
  const forMembers = operations.filter((each) => each['x-capture']?.auth === 'member');
  let owner: ConsoleApi;
  let fixture: CaptureFixture;
  let people = 0;

  beforeAll(async () => {
    owner = await ConsoleApi.owner(credentials);
    fixture = await CaptureFixture.create(credentials);
  });
  afterAll(() => fixture.clear());

  /** Path of an operation below the console's API, for the object with that id. */
  const pathOf = ({ path }: Operation, id: string): string =>
    path.replace('/console/api', '').replace(/\{\w+\}/g, id);

  const me = (as: ConsoleApi): Promise<Answer<SignedIn & ProblemBody>> => as.call('GET', '/me');

  const members = `/orgs/${organizationId}/members`;

  async function choosePassword(member: string, password: string): Promise<number> {
    const path = `${members}/${member}/password-link`;
    const { link } = await operator.call<{ link: string }>('POST', path, {});
    expect(link).toMatch(new RegExp(`^${baseUrl}/console/welcome\\?t=`));
    const token = new URL(link).searchParams.get('t');
    return (await anonymous.call('POST', '/set-password', { body: { token, password } })).status;
  }

  /** A member who was added and has chosen a password. */
  async function colleague(): Promise<Colleague> {
    const email = `colleague-${Date.now()}-${(people += 1)}@example.org`;
    const { id } = await operator.call<Colleague>('POST', members, { email });
    expect(await choosePassword(id, PASSWORD)).toBe(204);
    return { id, email };
  }

  it('signs in the owner that the first start created, shows who is signed in, and signs them out', async () => {
    const { status, headers, body } = await anonymous.call<SignedIn>('POST', '/sign-in', {
      body: { email: consoleEmail, password: consolePassword },
    });
    expect([status, body.member, body.organization.id]).toEqual([
      201,
      { id: expect.stringMatching(/^mem_/), email: consoleEmail, name: null, role: 'owner' },
      organizationId,
    ]);
    const [signIn = '', device = ''] = headers.getSetCookie();
    const [cookie, ...attributes] = signIn.split('; ');
    expect(attributes).toEqual(['Max-Age=604800', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
    expect(device.split('; ').slice(1)).toEqual(['Max-Age=31536000', 'Path=/', 'HttpOnly', 'SameSite=Lax']);
    const session = new ConsoleApi(baseUrl, cookie);
    expect((await me(session)).body).toEqual(body);
    const out = await session.call('POST', '/sign-out');
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
    expect((await me(session)).status).toBe(401);
    expect((await me(owner)).status).toBe(200);
  });

  it('answers a wrong password and an unknown address alike, and sets no cookie', async () => {
    const { email } = await colleague();
    const bodies = new Set<string>();
    for (const body of [
      { email, password: `${PASSWORD}!` },
      { email: `nobody-${email}`, password: PASSWORD },
    ]) {
      const answer = await anonymous.call<ProblemBody>('POST', '/sign-in', { body });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
      bodies.add(JSON.stringify({ ...answer.body, requestId: '' }));
    }
    expect(bodies.size).toBe(1);
  });

  it('closes a capture request for a member: its links stop, and webhooks say who closed it', async () => {
    const { id, openLink } = await integrator.post<CaptureRequestBody>('/v1/capture-requests', {
      title: 'To be closed',
      prompt: 'By whom?',
      status: 'active',
      openLink: true,
    });
    const closed = await owner.call<CaptureRequestBody>('POST', `/capture-requests/${id}/close`);
    expect([closed.status, closed.body.closedReason]).toEqual([200, 'closed_by_member']);
    const delivery = await fixture.receiver.event('capture_request.closed', { captureRequestId: id });
    expect(delivery.event.data['reason']).toBe('closed_by_member');
    const respondent = new Respondent(integrator, accessOf(openLink?.url ?? ''));
    const { access } = respondent;
    const shown = await integrator.call<ProblemBody>('GET', `/v1/respond/campaigns/${access.id}`, {
      token: access.key,
    });
    expect([shown.status, shown.body.code]).toEqual([409, 'capture_request_closed']);
  });

  it('refuses changes from another site or as a form, whatever the cookie', async () => {
    const cookies = { cookie: owner.cookie ?? '' };
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      const path = pathOf(operation, fixture.request.id);
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site' },
      ] as Record<string, string>[]) {
        const { status, body } = await owner.call<ProblemBody>(operation.method, path, { headers });
        expect([path, status, body.code]).toEqual([path, 403, 'cross_site']);
      }
      const form = await fetch(`${baseUrl}/console/api${path}`, {
        method: operation.method,
        headers: { ...cookies, origin: baseUrl, 'content-type': 'text/plain' },
        body: '{}',
      });
      expect([path, form.status, form.headers.get('access-control-allow-origin')]).toEqual([path, 403, null]);
    }
    expect(await integrator.get(`/v1/capture-requests/${fixture.request.id}`)).toMatchObject({
      status: 'active',
    });
    expect((await me(owner)).status).toBe(200);
  });

  it('answers 401 on every route without a valid cookie, and to every key and token beside one', async () => {
    const strangers = [anonymous, new ConsoleApi(baseUrl, `capture_console=${'A'.repeat(43)}`)];
    for (const operation of forMembers)
      for (const nobody of strangers) {
        const { status } = await nobody.call(operation.method, pathOf(operation, fixture.request.id));
        expect([operation.path, status]).toEqual([operation.path, 401]);
      }
    for (const token of [credentials.liveKey, credentials.operatorToken, fixture.respondent.access.key])
      for (const operation of operations) {
        const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' };
        const { status } = await owner.call(operation.method, pathOf(operation, fixture.request.id), {
          headers,
        });
        expect([operation.path, status]).toEqual([operation.path, 401]);
      }
  });

  it('ignores cookies under /api', async () => {
    const headers = { cookie: owner.cookie ?? '', 'sec-fetch-site': 'same-origin' };
    const stranger = new Api(baseUrl);
    for (const path of ['/v1/capture-requests', '/v1/recordings', '/v1/sessions', '/v1/webhook-endpoints'])
      expect((await stranger.call('GET', path, { headers })).status).toBe(401);
    const path = `/v1/capture-requests/${fixture.request.id}/close`;
    expect((await stranger.call('POST', path, { headers })).status).toBe(401);
  });

  it('ends the sign-ins of a removed member at once, for good, and of one who gets another password', async () => {
    const { id, email } = await colleague();
    const session = await anonymous.signedIn({ email, password: PASSWORD });
    expect((await me(session)).body.member).toEqual({ id, email, name: null, role: 'producer' });
    expect(await choosePassword(id, `another ${PASSWORD}`)).toBe(204);
    expect((await me(session)).status).toBe(401);
    const renewed = await anonymous.signedIn({ email, password: `another ${PASSWORD}` });
    await operator.call('DELETE', `${members}/${id}`);
    expect((await me(renewed)).status).toBe(401);
    const body = { email, password: `another ${PASSWORD}` };
    expect((await anonymous.call('POST', '/sign-in', { body })).status).toBe(401);
    await operator.call('POST', members, { email });
    expect((await me(renewed)).status).toBe(401);
  });

  it('writes neither passwords nor cookies nor links to the log', async () => {
    const { email } = await colleague();
    const session = await anonymous.signedIn({ email, password: PASSWORD });
    await me(session);
    const log = await readFile(join(sharedProduct().dataDir, 'capture.log'), 'utf8');
    const token = session.cookie?.split('=')[1] ?? '';
    expect(token).toHaveLength(43);
    for (const secret of [PASSWORD, consolePassword, token, '/console/welcome'])
      expect(log).not.toContain(secret);
  });
});
