import { randomBytes } from 'node:crypto';
import { createEvent, CredentialChanged, formatApiKey, newId, OrganizationUpdated } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceName } from '../../src/index.js';
import { bearer, readHeader, startGateway, type Harness } from '../fixtures/gateway.js';

let harness: Harness;
let received: Record<string, unknown> = {};

beforeAll(async () => {
  harness = await startGateway(
    (services) => {
      for (const service of Object.values(services)) {
        service.all('/*', (request, reply) => {
          received = request.headers;
          return reply.send({});
        });
      }
    },
    { CAPTURE_TRUSTED_PROXIES: '127.0.0.0/8' },
  );
});

afterAll(() => harness.close());

function get(headers: Record<string, string> = {}, path = '/api/v1/recordings'): Promise<Response> {
  return fetch(harness.url + path, { headers: { 'x-request-id': 'fixed', ...headers } });
}

/** Everything that an answer shows except the time. */
async function seen(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return JSON.stringify([response.status, headers, await response.text()]);
}

function signedCall(service: ServiceName = 'recordings') {
  return readHeader(service, received['x-capture-principal']);
}

describe('API keys', () => {
  it('absent, malformed, unknown, revoked and expired keys get one and the same answer (scenario 53)', async () => {
    const revoked = harness.accounts.add();
    harness.accounts.revoke(revoked.principal.keyId);
    const expired = harness.accounts.add({}, new Date(Date.now() - 1).toISOString());
    const unknown = formatApiKey('live', randomBytes(32));
    const badChecksum = unknown.slice(0, -1) + (unknown.endsWith('0') ? '1' : '0');
    const attempts: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Basic abc' },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${badChecksum}` },
      { authorization: `Bearer ${unknown} extra` },
      { authorization: revoked.key },
      { cookie: `key=${harness.accounts.add().key}` },
      bearer(unknown),
      bearer(revoked.key),
      bearer(expired.key),
      bearer('x'.repeat(5000)),
    ];
    const answers = new Set<string>();
    for (const headers of attempts) answers.add(await seen(await get(headers)));
    expect([...answers]).toHaveLength(1);
    const [answer = ''] = answers;
    expect(answer).toContain('"unauthorized');
    expect(answer).toContain('["www-authenticate","Bearer"]');
    expect(answer).not.toContain('ratelimit');
  });

  it('asks nobody about a key with a wrong checksum', async () => {
    const key = harness.accounts.add().key;
    const before = harness.accounts.asked.length;
    await get(bearer(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`));
    expect(harness.accounts.asked.length).toBe(before);
  });

  it('an expiring key stops at its instant although it is cached (scenario 53)', async () => {
    const expiresAt = Date.now() + 2_000;
    const { key } = harness.accounts.add({}, new Date(expiresAt).toISOString());
    const before = harness.accounts.asked.length;
    expect((await get(bearer(key))).status).toBe(200);
    let lastAccepted = 0;
    await until('the key to expire', async () => {
      const calledAt = Date.now();
      const { status } = await get(bearer(key));
      if (status === 200) lastAccepted = calledAt;
      return status === 401;
    });
    expect(lastAccepted).toBeLessThan(expiresAt);
    expect(harness.accounts.asked.length).toBe(before + 1);
  });

  it('a key revoked under load is refused within a second, long before its cached answer ages (scenario 42)', async () => {
    const { key, principal } = harness.accounts.add();
    expect((await get(bearer(key))).status).toBe(200);
    harness.accounts.revoke(principal.keyId);
    const data = { keyId: principal.keyId, change: 'revoked' as const };
    const revokedAt = performance.now();
    await harness.bus.publish(createEvent(CredentialChanged, principal.organizationId, data));
    // From an address of its own: what is refused here is held against it.
    const headers = { ...bearer(key), 'x-forwarded-for': '203.0.113.42' };
    const load = async (): Promise<number> => {
      let lastAccepted = 0;
      while (performance.now() - revokedAt < 1_500) {
        const calledAt = performance.now() - revokedAt;
        if ((await get(headers)).status === 200) lastAccepted = calledAt;
      }
      return lastAccepted;
    };
    const latest = Math.max(...(await Promise.all([load(), load(), load(), load()])));
    expect(latest).toBeLessThan(1_000);
  });

  it("asks anew when the organization's plan changed", async () => {
    const { key, principal } = harness.accounts.add();
    await get(bearer(key));
    const before = harness.accounts.asked.length;
    const data = {
      name: 'o',
      plan: 'free',
      features: [],
      limits: principal.limits,
      paused: false,
      retentionDays: null,
      revision: 2,
    };
    await harness.bus.publish(createEvent(OrganizationUpdated, principal.organizationId, data));
    await get(bearer(key));
    expect(harness.accounts.asked.length).toBe(before + 1);
  });

  it('asks accounts once for many calls at once', async () => {
    const { key } = harness.accounts.add();
    const before = harness.accounts.asked.length;
    await Promise.all(Array.from({ length: 50 }, () => get(bearer(key))));
    expect(harness.accounts.asked.length).toBe(before + 1);
  });
});

describe('what services are told', () => {
  it('gets the principal from the gateway alone, whatever the caller claims (scenario 50)', async () => {
    const { key, principal } = harness.accounts.add();
    await get({ ...bearer(key), 'x-capture-principal': 'eyJhIjoxfQ.forged', connection: 'close' });
    expect(signedCall()?.principal).toEqual(principal);
    expect(received['authorization']).toBeUndefined();
  });

  it('takes the address from trusted proxies only and drops what was forged (scenario 50)', async () => {
    const { key } = harness.accounts.add();
    await get({
      ...bearer(key),
      'x-forwarded-for': '6.6.6.6, 203.0.113.7',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
    });
    expect(signedCall()?.ip).toBe('203.0.113.7');
    expect(Object.keys(received).filter((name) => /forward|real-ip/.test(name))).toEqual([]);
  });

  it('gets the trace of the caller as it came', async () => {
    const { key } = harness.accounts.add();
    const trace = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
    };
    await get({ ...bearer(key), ...trace });
    expect(received).toMatchObject(trace);
  });

  it('passes the token of a capability route in the signed header, never an API key', async () => {
    await get(bearer('link-key-canary'), `/api/v1/respond/contacts/${newId('contact')}`);
    expect(signedCall('capture-requests')?.principal).toEqual({
      kind: 'capability',
      token: 'link-key-canary',
    });
    const { key } = harness.accounts.add();
    expect((await get(bearer(key), '/api/v1/respond/contacts/x')).status).toBe(401);
  });

  it('writes no credential and no query to the log (scenario 52)', async () => {
    const { key } = harness.accounts.add();
    await get(bearer(key), '/api/v1/recordings?cursor=query-canary');
    await get(bearer('link-key-canary'), '/api/v1/respond/contacts/x?k=query-canary');
    await get(bearer('bad.key.canary'));
    await until(
      'the calls to be logged',
      () => harness.logs.filter((line) => line.includes('/respond/contacts/x')).length > 0,
    );
    const log = harness.logs.join('');
    expect(log).not.toContain('canary');
    expect(log).not.toContain(key);
  });

  it('takes over a well-formed request id, replaces others, and tells caller and service the same one', async () => {
    const { key } = harness.accounts.add();
    const taken = await get({ ...bearer(key), 'x-request-id': 'Mine_1.2-3' });
    expect([taken.headers.get('x-request-id'), received['x-request-id']]).toEqual([
      'Mine_1.2-3',
      'Mine_1.2-3',
    ]);
    for (const bad of ['a b', '<x>', 'x'.repeat(129)]) {
      const replaced = await get({ ...bearer(key), 'x-request-id': bad });
      const id = replaced.headers.get('x-request-id');
      expect(id).toMatch(/^req_/);
      expect(received['x-request-id']).toBe(id);
    }
  });

  it('puts a request id on every kind of answer', async () => {
    for (const path of ['/health/live', '/nothing', '/api/v1/nothing', '/api/docs/errors', '/']) {
      expect((await get({}, path)).headers.get('x-request-id'), path).toBe('fixed');
    }
  });
});
