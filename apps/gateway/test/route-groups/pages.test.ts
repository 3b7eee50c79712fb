import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Capture API', version: 'v1', description: 'All of **it** <b>' },
  paths: {
    '/v1/recordings/{id}': {
      get: {
        summary: 'Read <one> recording',
        tags: ['Recordings'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Recording' } } },
          },
          404: { $ref: '#/components/responses/Problem404' },
        },
        'x-capture': { auth: 'key', scope: 'recordings:read', budget: 'read' },
      },
    },
  },
  components: {
    schemas: {
      Recording: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', example: 'rec_1', description: 'Its id' },
          parent: { anyOf: [{ $ref: '#/components/schemas/Recording' }, { type: 'null' }] },
        },
      },
    },
    responses: { Problem404: { 'x-codes': ['not_found'] } },
  },
};

let harness: Harness;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-test-pages-'));
  await mkdir(join(directory, 'web', 'assets'), { recursive: true });
  await mkdir(join(directory, 'docs', 'api'), { recursive: true });
  await mkdir(join(directory, 'docs', 'errors'), { recursive: true });
  for (const page of ['index', 'landing', 'recorder', 'room', 'account', 'console'])
    await writeFile(join(directory, 'web', `${page}.html`), `<!doctype html><title>Capture ${page}</title>`);
  await writeFile(join(directory, 'web', 'assets', 'main-abc123.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(directory, 'web', 'assets', 'main-abc123.js'), 'export {};');
  await writeFile(join(directory, 'docs', 'api', 'openapi.json'), JSON.stringify(DOCUMENT));
  const console = { ...DOCUMENT, info: { ...DOCUMENT.info, title: 'Console API' } };
  await writeFile(join(directory, 'docs', 'api', 'console-openapi.json'), JSON.stringify(console));
  await writeFile(
    join(directory, 'docs', 'errors', 'not_found.md'),
    '# not_found\n\n<script>x</script>\n\nsee [it](rate_limited.md)\n',
  );
  harness = await startGateway(
    (services) => {
      for (const service of Object.values(services)) {
        service.all('/*', (_request, reply) =>
          reply.header('access-control-allow-origin', 'https://evil.example').send({}),
        );
      }
    },
    {
      CAPTURE_WEB_DIR: join(directory, 'web'),
      CAPTURE_DOCS_DIR: join(directory, 'docs'),
      CAPTURE_STORE_ORIGIN: 'https://store.example',
    },
  );
});

afterAll(async () => {
  await harness.close();
  await rm(directory, { recursive: true, force: true });
});

const at = (path: string, init: RequestInit = {}): Promise<Response> => fetch(harness.url + path, init);
const corsOf = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('other origins', () => {
  it('may call respondent and upload routes, and read what they need of the answer', async () => {
    const calls: [string, RequestInit][] = [
      ['/api/v1/respond/contacts/x', { headers: bearer('link-key') }],
      ['/api/v1/respond/contacts/x', {}],
      ['/api/v1/respond/nothing/x', {}],
      ['/api/v1/uploads/u/parts/1', { method: 'PUT', body: 'x' }],
    ];
    for (const [path, init] of calls) {
      const { headers } = await at(path, init);
      expect(headers.get('access-control-allow-origin'), path).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      for (const name of ['x-request-id', 'ratelimit', 'ratelimit-policy', 'retry-after']) {
        expect(headers.get('access-control-expose-headers')).toContain(name);
      }
    }
  });

  it('get a preflight answer with the methods and headers of the route, without a credential', async () => {
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'PUT' };
    const response = await at('/api/v1/uploads/u/parts/1', { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe('PUT');
    for (const name of ['authorization', 'content-type', 'content-digest']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(name);
    }
  });

  it('get nothing on API-key routes, whatever the service says', async () => {
    const { key } = harness.accounts.add();
    const origin = { origin: 'https://app.example' };
    const preflight = await at('/api/v1/recordings', {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, corsOf(preflight)]).toEqual([405, []]);
    const answer = await at('/api/v1/recordings', { headers: { ...origin, ...bearer(key) } });
    expect([answer.status, corsOf(answer)]).toEqual([200, []]);
  });
});

describe('answers of the API', () => {
  it('are not to be stored, refusals included', async () => {
    const { key } = harness.accounts.add();
    for (const headers of [bearer(key), {}]) {
      expect((await at('/api/v1/recordings', { headers })).headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('documentation', () => {
  it('serves the OpenAPI document as it is', async () => {
    const response = await at('/api/v1/openapi.json');
    expect([response.status, await response.json()]).toEqual([200, DOCUMENT]);
  });

  it('serves a reference page that loads everything from here and nothing inline', async () => {
    const response = await at('/api/docs');
    const html = await response.text();
    const policy = response.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy?.join()).not.toMatch(/unsafe|https?:|\*/);
    expect(html).not.toMatch(/https?:\/\/|style=|<style|<script>/);
    for (const [, path] of html.matchAll(/ (?:src|href)="([^"]+)"/g)) {
      if (path?.endsWith('openapi.json') || path?.includes('/errors')) continue;
      expect((await at(path ?? '')).status, path).toBe(200);
    }
  });

  it('introduces the API without JavaScript too, with everything escaped', async () => {
    const html = await (await at('/api/docs')).text();
    expect(html).toContain('<h1>Capture API');
    expect(html).toContain('All of <strong>it</strong> &lt;b&gt;');
    expect(html).toContain('<a href="/api/v1/openapi.json">');
    expect(html).toContain('<a href="/api/docs/errors">');
  });

  it('serves nothing else of the package that renders the reference', async () => {
    for (const file of ['package.json', 'index.html', 'swagger-ui-bundle.js.map', '..%2Fpackage.json', ''])
      expect((await at(`/api/docs/assets/${file}`)).status, file).toBe(404);
  });

  it("serves the console's document and the reference of it as well", async () => {
    const response = await at('/console/api/openapi.json');
    expect(await response.json()).toMatchObject({ info: { title: 'Console API' }, paths: DOCUMENT.paths });
    const html = await (await at('/api/docs/console')).text();
    expect(html).toContain('<h1>Console API');
    expect(html).toContain('data-document="/console/api/openapi.json"');
    expect(await (await at('/api/docs')).text()).toContain('<a href="/api/docs/console">');
  });

  it('has a page for each error code, and 404 for others', async () => {
    const response = await at('/api/docs/errors/not_found');
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain('href="rate_limited"');
    for (const path of [
      '/api/docs/errors/nothing',
      '/api/docs/errors/..%2F..%2Fapi%2Fopenapi',
      '/api/docs/nothing',
    ]) {
      expect((await at(path)).status, path).toBe(404);
    }
    expect(await (await at('/api/docs/errors')).text()).toContain('superseded');
  });

  it('takes GET alone', async () => {
    const response = await at('/api/v1/openapi.json', { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('web build', () => {
  it('serves the page on every path that the app routes, never stored, locked down', async () => {
    for (const path of [
      '/',
      '/r/cnt_x?k=secret',
      '/o/cmp_x',
      '/join/kfw-3nq-x7d?t=secret',
      '/host/ses_x?t=secret',
      '/console/welcome?t=secret',
      '/console/invitation?t=secret',
      '/console/forgot',
      '/console',
      '/console/requests/crq_x?status=draft',
    ]) {
      const { status, headers } = await at(path);
      expect([path, status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        path,
        200,
        'no-store',
        'no-referrer',
      ]);
      expect(headers.get('content-type')).toContain('text/html');
      expect(headers.get('permissions-policy')).toBe(
        'camera=(self), microphone=(self), display-capture=(self)',
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const policy = headers.get('content-security-policy')?.split('; ');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("connect-src 'self' https://store.example");
      expect(policy?.join()).not.toMatch(/unsafe|\*/);
    }
  });

  it('lets hashed assets be kept for ever', async () => {
    const { status, headers } = await at('/assets/main-abc123.js');
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers.get('content-type')).toContain('javascript');
  });

  it('compresses assets for clients that accept it', async () => {
    const encodingOf = async (accepted: string) => {
      const { status, headers } = await at('/assets/main-abc123.js', {
        headers: { 'accept-encoding': accepted },
      });
      expect([status, headers.get('vary')]).toEqual([200, expect.stringMatching(/accept-encoding/i)]);
      return headers.get('content-encoding');
    };
    expect(await encodingOf('gzip, br')).toBe('br');
    expect(await encodingOf('identity')).toBeNull();
  });

  it('gives each address the page that loads what it needs, and search engines the landing page alone', async () => {
    for (const [path, page, robots] of [
      ['/', 'landing', null],
      ['/r/cnt_x?k=secret', 'recorder', 'noindex'],
      ['/o/cmp_x', 'recorder', 'noindex'],
      ['/join/kfw-3nq-x7d', 'room', 'noindex'],
      ['/host/ses_x', 'room', 'noindex'],
      ['/console/forgot', 'account', 'noindex'],
      ['/console/requests', 'console', 'noindex'],
    ]) {
      const answer = await at(String(path));
      expect([path, answer.headers.get('x-robots-tag')]).toEqual([path, robots]);
      expect(await answer.text()).toContain(`<title>Capture ${page}</title>`);
    }
  });

  it('serves nothing else of the disk', async () => {
    for (const path of [
      '/assets/../index.html',
      '/assets/..%2Findex.html',
      '/assets/%2e%2e/docs/api/openapi.json',
      '/assets/',
      '/index.html',
      '/x',
    ]) {
      expect((await at(path)).status, path).toBe(404);
    }
  });

  it('takes no path for the page that only looks like one of the app', async () => {
    expect((await at('/api/r/x')).status).toBe(404);
    expect((await at('/r/x', { method: 'POST' })).status).toBe(404);
  });
});
