import { PRINCIPAL_HEADER, type ScimError } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/index.js';
import { SCIM_ROUTES } from '../../src/table/scim-routes.js';
import { readHeader, startGateway, type Harness } from '../fixtures/gateway.js';

const TYPE = 'application/scim+json';
const LIMIT = SCIM_ROUTES.length + 1;

interface Reached {
  call: string;
  type: string | undefined;
  principal: unknown;
}

let harness: Harness;
const reached: Reached[] = [];
let tokens = 0;

beforeAll(async () => {
  harness = await startGateway(
    ({ accounts, 'capture-requests': requests }) => {
      for (const server of [accounts, requests]) {
        server.removeAllContentTypeParsers();
        server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      }
      requests.all('/*', (request, reply) => {
        reached.push({ call: request.url, type: undefined, principal: undefined });
        return reply.send({});
      });
      accounts.all('/scim/*', (request, reply) => {
        const { principal } = readHeader('accounts', request.headers[PRINCIPAL_HEADER]) ?? {};
        const type = request.headers['content-type'];
        reached.push({ call: `${request.method} ${request.url}`, type, principal });
        return reply.type(TYPE).send({ id: 'mem_1' });
      });
    },
    { CAPTURE_BUDGET_CAPABILITY: String(LIMIT), CAPTURE_BUDGET_FAILURES: '10000' },
  );
});
afterAll(() => harness.close());

const fill = (path: string): string => path.replace(/\{\w+\}/g, 'x');
const newToken = (): string => `cap_scim_${String((tokens += 1)).padStart(43, 'T')}`;

async function call(
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<{ response: Response; error: Partial<ScimError> }> {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': TYPE };
  const response = await fetch(harness.url + path, {
    method,
    headers: { ...type, ...authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { response, error: text === '' ? {} : (JSON.parse(text) as Partial<ScimError>) };
}

function expectScimError({ response, error }: Awaited<ReturnType<typeof call>>, status: number): void {
  expect([response.status, error.status]).toEqual([status, String(status)]);
  expect(response.headers.get('content-type')).toContain(TYPE);
  expect(error.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  expect(response.headers.get('x-request-id')).toBeTruthy();
}

describe('every route of SCIM', () => {
  it('reaches accounts with the token, and a body as the JSON that it is', async () => {
    const token = newToken();
    for (const { method, path } of SCIM_ROUTES) {
      const writes = method !== 'GET' && method !== 'DELETE';
      const { response } = await call(method, `${fill(path)}?a=b`, { token, ...(writes && { body: '{}' }) });
      expect([method, path, response.status]).toEqual([method, path, 200]);
      expect(reached.at(-1)).toEqual({
        call: `${method} ${fill(path)}?a=b`,
        type: writes ? 'application/json' : undefined,
        principal: { kind: 'capability', token },
      });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('refuses calls without a token of a directory alike, and asks nobody', async () => {
    const { key } = harness.accounts.add();
    const before = reached.length;
    const details = new Set<string | undefined>();
    for (const { method, path } of SCIM_ROUTES)
      for (const token of [undefined, 'link-key', key, 'cap_scim']) {
        const answer = await call(method, fill(path), {
          ...(token !== undefined && { token }),
          headers: { cookie: `__Host-capture=${'T'.repeat(43)}` },
        });
        expectScimError(answer, 401);
        expect(answer.response.headers.get('www-authenticate')).toBe('Bearer');
        details.add(answer.error.detail);
      }
    expect([reached.length, details.size]).toEqual([before, 1]);
  });

  it('has no other method, and there is no other route', async () => {
    for (const path of new Set(SCIM_ROUTES.map((row) => row.path))) {
      const methods = SCIM_ROUTES.filter((row) => row.path === path).map(({ method }) => method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        if (methods.includes(method)) continue;
        const answer = await call(method, fill(path), { token: newToken() });
        expectScimError(answer, 405);
        expect(answer.response.headers.get('allow')).toContain(methods[0]);
      }
    }
    for (const path of ['/scim', '/scim/v2', '/scim/v2/Groups', '/scim/v2/Bulk', '/scim/v1/Users'])
      for (const method of ['GET', 'POST', 'PROPFIND']) expectScimError(await call(method, path), 404);
  });
});

it('a body over the limit is refused in the form of SCIM', async () => {
  const body = JSON.stringify({ userName: 'x'.repeat(1024 * 1024) });
  expectScimError(await call('POST', '/scim/v2/Users', { token: newToken(), body }), 413);
});

it('a token has a budget, and is told when to come back', async () => {
  const token = newToken();
  const made = [];
  for (let turn = 0; turn <= LIMIT; turn += 1) made.push(await call('GET', '/scim/v2/Users', { token }));
  const last = made.pop();
  expect(made.map(({ response }) => response.status)).toEqual(made.map(() => 200));
  if (last) expectScimError(last, 429);
  expect(Number(last?.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call('GET', '/scim/v2/Users', { token: newToken() })).response.status).toBe(200);
});

it('the token of a directory opens no route of links and rooms, and no other service sees it', async () => {
  const before = reached.length;
  for (const row of ROUTES.filter(({ auth }) => auth === 'capability')) {
    const { response } = await call(row.method, `/api${fill(row.path)}`, { token: newToken() });
    expect([row.path, response.status]).toEqual([row.path, 401]);
  }
  expect(reached.length).toBe(before);
});
