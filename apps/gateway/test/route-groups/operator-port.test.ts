import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  OPERATOR_TOKEN,
  PREVIOUS_OPERATOR_TOKEN,
  startGateway,
  type Harness,
} from '../fixtures/gateway.js';

const ORGS = '/operator/v1/orgs';
const reached: string[] = [];
let gateway: Harness;
let letGo: () => void = () => undefined;

const define: Parameters<typeof startGateway>[0] = (services) => {
  services.accounts.get('/operator/v1/orgs/slow', async () => {
    reached.push('slow');
    await new Promise<void>((resolve) => (letGo = resolve));
    return { id: 'slow' };
  });
  for (const [name, service] of Object.entries(services))
    service.all('/*', (request) => {
      reached.push(`${name} ${request.method} ${request.url}`);
      return { service: name };
    });
};

beforeAll(async () => {
  gateway = await startGateway(define, { CAPTURE_OPERATOR_TOKEN_PREVIOUS: PREVIOUS_OPERATOR_TOKEN });
});
afterAll(() => gateway.close());

/** What an answer shows beside its request id and date. */
async function shown(url: string, init?: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  const { requestId: _requestId, ...problem } = (await answer.json()) as Record<string, unknown>;
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['date', 'x-request-id']) delete headers[name];
  return { status: answer.status, problem, headers: { ...headers, 'content-length': undefined } };
}

async function statusOf(url: string, token: string): Promise<number> {
  return (await fetch(url, { headers: bearer(token) })).status;
}

describe('the public port', () => {
  it('answers operator routes like any path that there is not, whatever the token', async () => {
    reached.length = 0;
    const { key } = gateway.accounts.add();
    const paths = [
      ORGS,
      `${ORGS}/org_x/keys`,
      '/operator/v1/outbox',
      '/operator/v1/nothing',
      '/operator',
      '/operator/',
    ];
    for (const path of [
      ...paths,
      '/%6fperator/v1/orgs',
      '/api/operator/v1/orgs',
      '/api/v1/../../operator/v1/orgs',
    ])
      for (const token of [OPERATOR_TOKEN, PREVIOUS_OPERATOR_TOKEN, key, 'invented'])
        for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
          const init = { method, headers: bearer(token) };
          const elsewhere = path.startsWith('/api/operator') ? '/api/elsewhere' : '/elsewhere';
          expect([path, await shown(gateway.url + path, init)]).toEqual([
            path,
            await shown(gateway.url + elsewhere, init),
          ]);
        }
    expect(reached).toEqual([]);
  });
});

describe('the operator port', () => {
  it('takes the operator token alone, and no API key', async () => {
    const { key } = gateway.accounts.add();
    expect((await fetch(gateway.operatorUrl + ORGS)).status).toBe(401);
    for (const token of [key, 'invented', '', `${OPERATOR_TOKEN}x`])
      expect(await statusOf(gateway.operatorUrl + ORGS, token)).toBe(401);
    reached.length = 0;
    expect(await statusOf(`${gateway.operatorUrl}${ORGS}/org_x/keys?limit=1`, OPERATOR_TOKEN)).toBe(200);
    expect(reached).toEqual([`accounts GET ${ORGS}/org_x/keys?limit=1`]);
  });

  it('sends erasures to the service that has them, and what only looks like one to accounts', async () => {
    reached.length = 0;
    const own = `${ORGS}/org_x/erasures`;
    const others = [`${ORGS}/erasures`, `${own}s`, `${ORGS}/org_x/keys/erasures`];
    for (const path of [own, `${own}/ers_x/receipt`, ...others])
      expect([path, await statusOf(gateway.operatorUrl + path, OPERATOR_TOKEN)]).toEqual([path, 200]);
    expect(reached).toEqual([
      `capture-requests GET ${own}`,
      `capture-requests GET ${own}/ers_x/receipt`,
      ...others.map((path) => `accounts GET ${path}`),
    ]);
    for (const path of [own, `${own}/ers_x/receipt`])
      expect(await statusOf(gateway.operatorUrl + path, 'invented')).toBe(401);
  });

  it('takes the previous token as well while it is set, so that callers can change one after the other', async () => {
    for (const token of [OPERATOR_TOKEN, PREVIOUS_OPERATOR_TOKEN])
      expect(await statusOf(gateway.operatorUrl + ORGS, token)).toBe(200);
    const rotated = await startGateway(define);
    expect(await statusOf(rotated.operatorUrl + ORGS, OPERATOR_TOKEN)).toBe(200);
    expect(await statusOf(rotated.operatorUrl + ORGS, PREVIOUS_OPERATOR_TOKEN)).toBe(401);
    await rotated.close();
  });

  it('takes no short token, nor one that is not set', async () => {
    for (const name of ['CAPTURE_OPERATOR_TOKEN', 'CAPTURE_OPERATOR_TOKEN_PREVIOUS'])
      await expect(startGateway(define, { [name]: 'short' })).rejects.toThrow(`${name} must be a secret`);
    const without = await startGateway(define, { CAPTURE_OPERATOR_TOKEN: '' });
    for (const token of ['undefined', 'null', OPERATOR_TOKEN])
      expect(await statusOf(without.operatorUrl + ORGS, token)).toBe(401);
    await without.close();
  });

  it('asks every service about its outbox', async () => {
    const answer = await fetch(`${gateway.operatorUrl}/operator/v1/outbox`, {
      headers: bearer(OPERATOR_TOKEN),
    });
    const { data } = (await answer.json()) as { data: { service: string }[] };
    const names = data.map(({ service }) => service).sort();
    expect(names).toEqual(['accounts', 'capture-requests', 'recordings', 'sessions', 'webhooks']);
  });

  it('gives every service a body of at most 64 KiB, since all of them read it', async () => {
    const limit = 64 * 1024;
    const redrive = (bytes: number) =>
      fetch(`${gateway.operatorUrl}/operator/v1/outbox/redrive`, {
        method: 'POST',
        headers: { ...bearer(OPERATOR_TOKEN), 'content-type': 'application/json' },
        body: JSON.stringify({ eventIds: ['x'.repeat(bytes - '{"eventIds":[""]}'.length)] }),
      });
    reached.length = 0;
    expect((await redrive(limit + 1)).status).toBe(413);
    expect(reached).toEqual([]);
    expect((await redrive(limit)).status).toBe(200);
    expect(reached).toHaveLength(5);
  });

  it('serves nothing of the public port', async () => {
    for (const path of [
      '/',
      '/api/v1/recordings',
      '/api/docs',
      '/console/api/me',
      '/health/ready',
      '/metrics',
      '/operator',
    ])
      expect(await shown(gateway.operatorUrl + path, { headers: bearer(OPERATOR_TOKEN) })).toMatchObject({
        status: 404,
        problem: { code: 'not_found' },
        headers: {
          'content-type': expect.stringMatching(/^application\/problem\+json/),
          'x-content-type-options': 'nosniff',
        },
      });
  });

  it('binds to loopback, and not at all without a port', async () => {
    expect(gateway.operatorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const without = await startGateway(define, { CAPTURE_OPERATOR_PORT: '' });
    expect(without.operatorUrl).toBe('');
    expect(await statusOf(without.url + ORGS, OPERATOR_TOKEN)).toBe(404);
    await without.close();
  });

  it('logs and counts its answers like the public one', async () => {
    gateway.logs.length = 0;
    await fetch(`${gateway.operatorUrl}${ORGS}/org_x`, {
      headers: { ...bearer(OPERATOR_TOKEN), 'x-request-id': 'mine' },
    });
    const lines = gateway.logs.map((line) => JSON.parse(line) as { req?: { id: string }; res?: object });
    expect(lines.filter(({ req }) => req?.id === 'mine')).toMatchObject([{ res: { status: 200 } }]);
    expect(gateway.logs.join('')).not.toContain(OPERATOR_TOKEN);
  });

  it('answers a call under way before it closes', async () => {
    const stopping = await startGateway(define);
    reached.length = 0;
    const call = fetch(`${stopping.operatorUrl}${ORGS}/slow`, { headers: bearer(OPERATOR_TOKEN) });
    await until('the call to reach its service', () => reached.includes('slow'));
    const closed = stopping.running.close();
    letGo();
    expect(await (await call).json()).toEqual({ id: 'slow' });
    await closed;
    await expect(fetch(stopping.operatorUrl + ORGS)).rejects.toThrow();
    await stopping.close();
  });
});
