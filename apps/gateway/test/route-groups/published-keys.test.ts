import { freePort } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';

const PATH = '/.well-known/capture-keys.json';

/** How each service answers when it is asked for its keys. */
let answers: Record<'recordings' | 'capture-requests', { status: number; body: unknown }>;
let harness: Harness;

const define: Parameters<typeof startGateway>[0] = (services) => {
  for (const name of ['recordings', 'capture-requests'] as const)
    services[name].get(PATH, (_request, reply) => reply.code(answers[name].status).send(answers[name].body));
};

beforeAll(async () => {
  harness = await startGateway(define);
});
afterAll(() => harness.close());

const both = (): typeof answers => ({
  recordings: { status: 200, body: { keys: [{ kid: 'manifests' }] } },
  'capture-requests': { status: 200, body: { keys: [{ kid: 'evidence' }] } },
});

describe('the published keys', () => {
  it('are those of every service that signs, in one cacheable list, for anybody', async () => {
    answers = both();
    const response = await fetch(harness.url + PATH);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ keys: [{ kid: 'manifests' }, { kid: 'evidence' }] });
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    const head = await fetch(harness.url + PATH, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['fails', { status: 503, body: { code: 'service_unavailable' } }],
    ['fails in its depths', { status: 500, body: 'stack trace' }],
    ['answers something else', { status: 200, body: { hello: 'world' } }],
  ])('are 503 rather than a part of them when one service %s', async (_what, answer) => {
    for (const name of ['recordings', 'capture-requests'] as const) {
      answers = { ...both(), [name]: answer };
      const response = await fetch(harness.url + PATH);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ code: 'service_unavailable' });
    }
  });

  it('are 503 when one service cannot be reached', async () => {
    answers = both();
    const gone = `http://127.0.0.1:${await freePort()}`;
    const other = await startGateway(define, { CAPTURE_UPSTREAM_CAPTURE_REQUESTS: gone });
    const response = await fetch(other.url + PATH);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    await other.close();
  });
});
