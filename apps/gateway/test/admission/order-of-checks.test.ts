import { ROUTES } from '../../src/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';

interface ProblemBody {
  code: string;
  type: string;
  status: number;
  requestId: string;
  requiredScope?: string;
  requiredPlan?: string;
}

let harness: Harness;
const reached: string[] = [];

beforeAll(async () => {
  harness = await startGateway(
    (services) => {
      for (const [name, service] of Object.entries(services)) {
        service.all('/*', (request, reply) => {
          reached.push(`${name} ${request.method} ${request.url}`);
          return reply.send({ service: name });
        });
      }
    },
    { CAPTURE_BUDGET_WRITE: '3' },
  );
});

afterAll(() => harness.close());

async function call(
  path: string,
  init: RequestInit = {},
): Promise<{ response: Response; problem: ProblemBody }> {
  const response = await fetch(harness.url + path, init);
  return { response, problem: (await response.json()) as ProblemBody };
}

async function codeOf(path: string, init: RequestInit = {}): Promise<string> {
  return (await call(path, init)).problem.code;
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('order of checks', () => {
  it('answers an unknown route before it looks at the credential', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/api',
      '/api/v2/recordings',
      '/api/v1/recordings/a/b/c',
      '/operator/v1/nothing',
      '/nothing',
    ]) {
      const { response, problem } = await call(path);
      expect([path, response.status, problem.code]).toEqual([path, 404, 'not_found']);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(problem.requestId).toBe(response.headers.get('x-request-id'));
    }
  });

  it('answers a method that is not allowed before it looks at the credential, naming those that are', async () => {
    const { response, problem } = await call('/api/v1/capture-requests', { method: 'PUT', body: 'x' });
    expect([response.status, problem.code]).toEqual([405, 'method_not_allowed']);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    for (const method of ['OPTIONS', 'PROPFIND', 'QUERY', 'DELETE']) {
      expect(await codeOf('/api/v1/recordings', { method })).toBe('method_not_allowed');
    }
  });

  it('answers 405 to methods that no route takes on every path that takes others, 404 on any other', async () => {
    for (const path of new Set(ROUTES.map((row) => row.path))) {
      const taken = ROUTES.filter((row) => row.path === path).map((row) => row.method as string);
      const url = path.startsWith('/v1/') ? `/api${path}` : path;
      for (const method of ['PROPFIND', 'QUERY', 'M-SEARCH']) {
        const { response, problem } = await call(`${url.replace(/\{\w+\}/g, 'x')}?a=b`, { method });
        expect([url, method, response.status, problem.code]).toEqual([
          url,
          method,
          405,
          'method_not_allowed',
        ]);
        const allowed = response.headers.get('allow')?.split(', ');
        expect(new Set(allowed)).toEqual(new Set(taken.includes('GET') ? [...taken, 'HEAD'] : taken));
      }
    }
    for (const path of ['/api', '/api/v1/nothing', '/api/v1/recordings/a/b/c', '/nothing'])
      expect([path, await codeOf(path, { method: 'PROPFIND' })]).toEqual([path, 'not_found']);
    expect(reached).toEqual([]);
  });

  it('answers 401 before a malformed content type', async () => {
    expect(
      await codeOf('/api/v1/capture-requests', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'nonsense' },
      }),
    ).toBe('unauthorized');
  });

  it('answers plan_inactive before rate_limited, and that before the scope', async () => {
    const lapsed = harness.accounts.add({ features: [], scopes: [] });
    const init = { method: 'POST', headers: bearer(lapsed.key) };
    for (let count = 0; count < 5; count += 1)
      expect(await codeOf('/api/v1/capture-requests', init)).toBe('plan_inactive');
  });

  it('lets a refused call draw on the budget: rate_limited comes before insufficient_scope', async () => {
    const { key } = harness.accounts.add({ scopes: ['usage:read'] });
    const init = { method: 'POST', headers: bearer(key) };
    const codes = [];
    for (let count = 0; count < 4; count += 1) codes.push(await codeOf('/api/v1/capture-requests', init));
    expect(codes).toEqual(['insufficient_scope', 'insufficient_scope', 'insufficient_scope', 'rate_limited']);
  });

  it('names the missing scope', async () => {
    const { key } = harness.accounts.add({ scopes: [] });
    const { response, problem } = await call('/api/v1/recordings', { headers: bearer(key) });
    expect([response.status, problem.requiredScope]).toEqual([403, 'recordings:read']);
    expect(problem.type).toBe('https://capture.example/api/docs/errors/insufficient_scope');
  });

  it('answers insufficient_scope before test_mode_scope, and that before upgrade_required', async () => {
    const path = '/api/v1/recordings/rec_x/tracks/trk_x/download-url';
    const none = harness.accounts.add({ mode: 'test', scopes: [], features: ['api'] });
    const scoped = harness.accounts.add({ mode: 'test', features: ['api'] });
    const live = harness.accounts.add({ features: ['api'] });
    const codes = [];
    for (const { key } of [none, scoped, live])
      codes.push(await codeOf(path, { method: 'POST', headers: bearer(key) }));
    expect(codes).toEqual(['insufficient_scope', 'test_mode_scope', 'upgrade_required']);
  });

  it('names the plan that has the feature', async () => {
    const { key } = harness.accounts.add({ scopes: ['webhooks:read'], features: ['api'] });
    const { problem } = await call('/api/v1/webhook-endpoints', { headers: bearer(key) });
    expect([problem.code, problem.requiredPlan]).toEqual(['upgrade_required', 'team']);
  });

  it('looks at the body last: 413 only for a call that was admitted', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    const post = { method: 'POST', body, headers: JSON_TYPE };
    expect(await codeOf('/api/v1/capture-requests', post)).toBe('unauthorized');
    const { key } = harness.accounts.add();
    const before = reached.length;
    expect(
      await codeOf('/api/v1/capture-requests', { ...post, headers: { ...JSON_TYPE, ...bearer(key) } }),
    ).toBe('payload_too_large');
    expect(reached.length).toBe(before);
  });

  it('refuses a chunked body once it grows past 1 MiB', async () => {
    const { key } = harness.accounts.add();
    const chunk = new Uint8Array(64 * 1024);
    let left = 40;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...JSON_TYPE, ...bearer(key) },
    } as RequestInit;
    expect(await codeOf('/api/v1/capture-requests', init)).toBe('payload_too_large');
  });

  it('forwards every API-key route of the table to its service once all checks passed', async () => {
    for (const row of ROUTES.filter((each) => each.auth === 'key')) {
      const { key } = harness.accounts.add({
        scopes: [row.scope],
        features: ['api', ...(row.feature ? [row.feature] : [])],
      });
      const path = row.path.replace(/\{\w+\}/g, 'x');
      const response = await fetch(`${harness.url}/api${path}?a=b`, {
        method: row.method,
        headers: bearer(key),
      });
      expect([row.path, response.status]).toEqual([row.path, 200]);
      expect(reached.at(-1)).toBe(`${row.service} ${row.method} ${path}?a=b`);
      expect(response.headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${row.budget}";q=\\d+;w=60$`));
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"${row.budget}";r=\\d+;t=\\d+$`));
      expect(response.headers.get('retry-after')).toBeNull();
    }
  });
});
