import {
  DEVICE_HEADER,
  FEATURES,
  PRINCIPAL_HEADER,
  SIGN_IN_HEADER,
  STARTED_SIGN_IN_HEADER,
} from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSOLE_ROUTES, ROUTES } from '../../src/index.js';
import { bearer, OPERATOR_TOKEN, readHeader, startGateway, type Harness } from '../fixtures/gateway.js';

const ORIGIN = 'https://capture.example';
const TOKEN = 'T'.repeat(43);
const DEVICE = `${'D'.repeat(43)}.${'P'.repeat(43)}`;
const MEMBER_ROUTES = CONSOLE_ROUTES.filter(({ auth }) => auth === 'member');

interface Reached {
  service: string;
  call: string;
  headers: Record<string, string | string[] | undefined>;
}

let harness: Harness;
const reached: Reached[] = [];

beforeAll(async () => {
  harness = await startGateway(
    (services) => {
      for (const [service, server] of Object.entries(services))
        server.all('/*', (request, reply) => {
          reached.push({ service, call: `${request.method} ${request.url}`, headers: request.headers });
          const begins = request.url.endsWith('/sign-in');
          if (begins) void reply.header(DEVICE_HEADER, DEVICE);
          if (request.url.endsWith('/single-sign-on')) void reply.header(STARTED_SIGN_IN_HEADER, TOKEN);
          if (request.url.endsWith('/finish')) void reply.header(STARTED_SIGN_IN_HEADER, '');
          return reply.headers({ [SIGN_IN_HEADER]: begins ? TOKEN : '', 'set-cookie': 'theirs=1' }).send({});
        });
    },
    // The bad cookies of all routes come from one address.
    { CAPTURE_BUDGET_CONSOLE: '3', CAPTURE_BUDGET_FAILURES: '10000' },
  );
});

afterAll(() => harness.close());

const fill = (path: string): string => path.replace(/\{\w+\}/g, 'x');
const cookie = (token: string): Record<string, string> => ({ cookie: `__Host-capture=${token}` });
const ownPage = { origin: ORIGIN };

async function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ response: Response; code: string | undefined }> {
  const response = await fetch(harness.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { response, code: text === '' ? undefined : (JSON.parse(text) as { code?: string }).code };
}

describe('the console', () => {
  it('forwards each of its routes with the member that the cookie stands for, and nothing of the cookie', async () => {
    for (const row of MEMBER_ROUTES) {
      const { token, principal } = harness.accounts.signIn();
      const path = `${fill(row.path)}?a=b`;
      const { response } = await call(row.method, path, { ...ownPage, ...cookie(token) });
      expect([row.path, response.status]).toEqual([row.path, 200]);
      const last = reached.at(-1);
      expect([last?.service, last?.call]).toEqual([row.service, `${row.method} ${path}`]);
      expect(last?.headers['cookie']).toBeUndefined();
      const seen = readHeader(row.service, last?.headers[PRINCIPAL_HEADER]);
      expect(seen?.principal).toEqual(principal);
      expect(response.headers.get('ratelimit-policy')).toBe('"console";q=3;w=60');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('answers unknown routes and methods before it looks at page or cookie', async () => {
    for (const path of ['/console/api', '/console/api/nothing', '/console/api/me/x', '/api/console/api/me'])
      expect([path, (await call('POST', path)).code]).toEqual([path, 'not_found']);
    const { response, code } = await call('DELETE', '/console/api/me');
    expect([response.status, code, response.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
    for (const path of ['/console/api/me', '/console/api/changes'])
      for (const method of ['OPTIONS', 'PROPFIND'])
        expect((await call(method, path, ownPage)).code).toBe('method_not_allowed');
    expect((await call('PROPFIND', '/console/api/nothing', ownPage)).code).toBe('not_found');
  });

  it('refuses every change that no page of its own makes, before it looks at the cookie', async () => {
    const { token } = harness.accounts.signIn();
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${ORIGIN}.evil.example` },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    ];
    const before = reached.length;
    for (const row of CONSOLE_ROUTES.filter(({ method }) => method !== 'GET'))
      for (const headers of foreign) {
        const { response, code } = await call(row.method, fill(row.path), { ...cookie(token), ...headers });
        expect([row.path, response.status, code]).toEqual([row.path, 403, 'cross_site']);
      }
    expect(reached.length).toBe(before);
  });

  it('refuses bodies that a form could send, and takes JSON of its own pages', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const { code } = await call('POST', '/console/api/sign-in', { ...ownPage, 'content-type': type }, '{}');
      expect([type, code]).toEqual([type, 'cross_site']);
    }
    for (const headers of [ownPage, { 'sec-fetch-site': 'same-origin' }])
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const given = { ...headers, 'content-type': type };
        expect((await call('POST', '/console/api/sign-in', given, '{}')).response.status).toBe(200);
      }
  });

  it('answers 401 alike for no cookie, garbage, an unknown one and one that has ended', async () => {
    const { token } = harness.accounts.signIn();
    harness.accounts.endSignIns();
    const bodies = new Set<string>();
    for (const row of MEMBER_ROUTES)
      for (const headers of [
        {},
        cookie('garbage'),
        cookie(TOKEN),
        cookie(token),
        { cookie: `capture_console=${token}` },
      ]) {
        const response = await fetch(harness.url + fill(row.path), {
          method: row.method,
          headers: { ...ownPage, ...headers, 'x-request-id': 'same' },
        });
        expect([row.path, response.status]).toEqual([row.path, 401]);
        bodies.add(await response.text());
      }
    expect(bodies.size).toBe(1);
  });

  it('takes no bearer of any kind, even beside a cookie that is good', async () => {
    const { key } = harness.accounts.add();
    const { token } = harness.accounts.signIn();
    for (const row of CONSOLE_ROUTES)
      for (const secret of [key, 'a-link-key', OPERATOR_TOKEN]) {
        const headers = { ...ownPage, ...cookie(token), ...bearer(secret) };
        expect([row.path, (await call(row.method, fill(row.path), headers)).code]).toEqual([
          row.path,
          'unauthorized',
        ]);
      }
  });

  it('counts no cookie under /api', async () => {
    const { token } = harness.accounts.signIn();
    for (const row of ROUTES.filter(({ auth }) => auth === 'key')) {
      const path = `/api${row.path}`;
      const { code } = await call(row.method, fill(path), { ...ownPage, ...cookie(token) });
      expect([path, code]).toEqual([path, 'unauthorized']);
    }
  });

  it('has the routes of API keys under the same paths, each as an action and with the feature that keys need', () => {
    const shared = ROUTES.filter((row) => row.auth === 'key' && !row.path.startsWith('/v1/usage'));
    expect(shared.length).toBeGreaterThan(30);
    for (const row of shared) {
      const path = row.path.replace('/v1/', '/console/api/');
      const feature = row.auth === 'key' ? row.feature : undefined;
      const own = CONSOLE_ROUTES.find((each) => each.method === row.method && each.path === path);
      expect(own).toEqual({
        auth: 'member',
        method: row.method,
        path,
        service: row.service,
        feature,
        action: expect.any(String) as string,
      });
    }
  });

  it('refuses members what their plan lacks, and names the plan that has it where accounts knows', async () => {
    const gated = MEMBER_ROUTES.flatMap((row) =>
      row.auth === 'member' && row.feature ? [{ ...row, feature: row.feature }] : [],
    );
    expect(gated.length).toBeGreaterThan(30);
    const before = reached.length;
    for (const { method, path, feature } of gated) {
      const features = FEATURES.filter((each) => each !== feature);
      for (const upgrades of [undefined, {}, { [feature]: 'platform' }]) {
        const { token } = harness.accounts.signIn({ features }, upgrades);
        const response = await fetch(harness.url + fill(path), {
          method,
          headers: { ...ownPage, ...cookie(token) },
        });
        const body = (await response.json()) as { code: string; requiredPlan?: string };
        const named = (upgrades as Record<string, string> | undefined)?.[feature];
        expect([path, body.code, body.requiredPlan]).toEqual([path, 'upgrade_required', named]);
      }
    }
    expect(reached.length).toBe(before);
  });

  it('tells services nothing of plans but the own one of the member', async () => {
    const { token, principal } = harness.accounts.signIn({}, { webhooks: 'team' });
    await call('GET', '/console/api/recordings', cookie(token));
    expect(readHeader('recordings', reached.at(-1)?.headers[PRINCIPAL_HEADER])?.principal).toEqual(principal);
  });

  it('refuses a page that shows another organization than the sign-in is of, and asks no service', async () => {
    const { token, principal } = harness.accounts.signIn();
    const headers = (shown: string) => ({ ...ownPage, ...cookie(token), 'x-capture-organization': shown });
    const path = '/console/api/capture-requests';
    expect((await call('POST', path, headers(principal.organizationId))).response.status).toBe(200);
    const before = reached.length;
    for (const method of ['GET', 'POST'])
      expect((await call(method, path, headers('org_other'))).code).toBe('other_organization');
    expect(reached.length).toBe(before);
    // A sign-in takes the place of the one before, so it may be of another organization than the page shows.
    const signsIn = { ...headers('org_other'), 'content-type': 'application/json' };
    expect((await call('POST', '/console/api/sign-in', signsIn, '{}')).response.status).toBe(200);
  });

  it('ends a sign-in at once: nothing is remembered between two calls', async () => {
    const { token } = harness.accounts.signIn();
    expect((await call('GET', '/console/api/me', cookie(token))).response.status).toBe(200);
    harness.accounts.endSignIns();
    expect((await call('GET', '/console/api/me', cookie(token))).code).toBe('unauthorized');
  });

  it('lets a sign-in make so many calls a minute and no more', async () => {
    const { token } = harness.accounts.signIn();
    const codes = [];
    for (let count = 0; count < 4; count += 1)
      codes.push((await call('GET', '/console/api/me', cookie(token))).code);
    expect(codes).toEqual([undefined, undefined, undefined, 'rate_limited']);
    const other = harness.accounts.signIn();
    expect((await call('GET', '/console/api/me', cookie(other.token))).response.status).toBe(200);
  });

  it('tells accounts which browser a sign-in comes from by its cookie alone, and no other call (scenario 78)', async () => {
    const told = async (path: string, headers: Record<string, string>): Promise<unknown> => {
      await call('POST', path, { ...ownPage, ...headers });
      return reached.at(-1)?.headers[DEVICE_HEADER];
    };
    const device = `__Host-capture-device=${DEVICE}`;
    expect(await told('/console/api/sign-in', { cookie: device })).toBe(DEVICE);
    expect(await told('/console/api/sign-in', { [DEVICE_HEADER]: DEVICE })).toBeUndefined();
    const { token } = harness.accounts.signIn();
    const both = { cookie: `${device}; __Host-capture=${token}`, [DEVICE_HEADER]: DEVICE };
    expect(await told('/console/api/sign-out', both)).toBeUndefined();
  });

  it('ties a sign-in at an identity provider to its browser by a cookie that comes back from another site', async () => {
    const path = '/console/api/sign-in/single-sign-on';
    const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
    const startedOf = ({ response }: { response: Response }): string[] =>
      response.headers.getSetCookie().filter((set) => set.startsWith('__Host-capture-started='));
    const begun = await call('POST', path, ownPage);
    expect(startedOf(begun)).toEqual([`__Host-capture-started=${TOKEN}; Max-Age=600; ${attributes}`]);
    expect(begun.response.headers.get(STARTED_SIGN_IN_HEADER)).toBeNull();
    const told = async (headers: Record<string, string>): Promise<unknown> => {
      const finished = await call('POST', `${path}/finish`, { ...ownPage, ...headers });
      expect(startedOf(finished)).toEqual([`__Host-capture-started=; Max-Age=0; ${attributes}`]);
      return reached.at(-1)?.headers[STARTED_SIGN_IN_HEADER];
    };
    expect(await told({ cookie: `__Host-capture-started=${TOKEN}` })).toBe(TOKEN);
    expect(await told({ [STARTED_SIGN_IN_HEADER]: TOKEN })).toBeUndefined();
    expect(await told({ cookie: '__Host-capture-started=short' })).toBeUndefined();
    const twice = `__Host-capture-started=${TOKEN}; __Host-capture-started=${'U'.repeat(43)}`;
    expect(await told({ cookie: twice })).toBeUndefined();
  });

  it('hands out and takes away its cookie as accounts says, and no other', async () => {
    const begun = await call('POST', '/console/api/sign-in', ownPage);
    const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
    expect(begun.response.headers.getSetCookie()).toEqual([
      `__Host-capture=${TOKEN}; Max-Age=604800; ${attributes}`,
      `__Host-capture-device=${DEVICE}; Max-Age=31536000; Path=/; Secure; HttpOnly; SameSite=Lax`,
    ]);
    for (const name of [SIGN_IN_HEADER, DEVICE_HEADER]) expect(begun.response.headers.get(name)).toBeNull();
    const { token } = harness.accounts.signIn();
    const ended = await call('POST', '/console/api/sign-out', { ...ownPage, ...cookie(token) });
    expect(ended.response.headers.getSetCookie()).toEqual([`__Host-capture=; Max-Age=0; ${attributes}`]);
    const { key } = harness.accounts.add();
    const api = await call('GET', '/api/v1/recordings', bearer(key));
    expect([api.response.headers.getSetCookie(), api.response.headers.get(SIGN_IN_HEADER)]).toEqual([
      [],
      null,
    ]);
  });

  it('tells other origins nothing', async () => {
    const { token } = harness.accounts.signIn();
    const { response } = await call('GET', '/console/api/me', {
      origin: 'https://evil.example',
      ...cookie(token),
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});
