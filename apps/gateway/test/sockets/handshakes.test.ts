import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { PRINCIPAL_HEADER, REFUSED_HEADER } from '@capture/contracts';
import { freePort, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { MetricsServer } from '../../src/route-groups/metrics/metrics-server.js';
import { bearer, readHeader, startGateway, type Harness } from '../fixtures/gateway.js';
import { dial, FakeRooms, socketUrl } from '../fixtures/fake-rooms.js';

const CANARY = 'canary-7Zq0fV3mT';

let harness: Harness;
const rooms = new FakeRooms();

beforeAll(async () => {
  harness = await startGateway((services) => rooms.define(services), {
    CAPTURE_METRICS_PORT: '0',
    CAPTURE_UPSTREAM_TIMEOUT_MS: '2000',
    LOG_LEVEL: 'trace',
  });
});
afterAll(() => harness.close());

interface Refusal {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: { code: string; requestId: string };
}

/** A request as it is written, upgrade or not, and its answer. */
async function ask(
  path: string,
  headers: Record<string, string>,
  { method = 'GET', on = harness } = {},
): Promise<Refusal> {
  const call = httpRequest(new URL(path, on.url), { method, headers, agent: false });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Refusal['body'];
  return { status: answer.statusCode, headers: answer.headers, body };
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const H2C = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAoAAA' };
const offering = (...list: string[]) => ({ 'sec-websocket-protocol': list.join(', ') });
const protocols = (...list: string[]) => ({ ...UPGRADE, ...offering(...list) });
const withToken = (token = CANARY) => protocols('capture.v1', `bearer.${token}`);
const room = (name: string): string => `/api/v1/rooms/${name}/socket`;

describe('a handshake that is passed on', () => {
  it.each([
    { where: 'the subprotocols', dialled: () => dial(harness, 'echo', CANARY) },
    {
      where: 'the Authorization header',
      dialled: () => new WebSocket(socketUrl(harness, 'echo'), ['capture.v1'], { headers: bearer(CANARY) }),
    },
  ])('tells the service whose it is, by a token in $where that goes no further', async ({ dialled }) => {
    const socket = dialled();
    const upgraded = once(socket, 'upgrade') as Promise<[IncomingMessage]>;
    await once(socket, 'message');
    const [answer] = await upgraded;
    const headers = rooms.asked.at(-1)?.headers ?? {};
    const { [PRINCIPAL_HEADER]: principal, ...others } = headers;
    expect(readHeader('sessions', principal)).toMatchObject({
      principal: { kind: 'capability', token: CANARY },
      ip: '127.0.0.1',
    });
    expect(JSON.stringify(others)).not.toContain(CANARY);
    expect(others).toMatchObject({
      'sec-websocket-protocol': 'capture.v1',
      'x-request-id': answer.headers['x-request-id'],
    });
    expect(socket.protocol).toBe('capture.v1');
    expect(answer.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"requests";r=\d+;t=\d+$/) });
    socket.terminate();
  });

  it('names no subprotocol to the service that its caller does not offer', async () => {
    const socket = new WebSocket(socketUrl(harness, 'echo'), [`bearer.${CANARY}`]);
    await once(socket, 'error');
    expect(rooms.asked.at(-1)?.headers).not.toHaveProperty('sec-websocket-protocol');
    socket.terminate();
  });

  it('leaves one line in the log, and counts among the sockets that are open', async () => {
    const socket = dial(harness, 'echo', CANARY);
    const [answer] = (await once(socket, 'upgrade')) as [IncomingMessage];
    const id = answer.headers['x-request-id'];
    const lines = (): unknown[] =>
      harness.logs
        .map((line) => JSON.parse(line) as { req?: { id?: unknown }; res?: unknown })
        .filter(({ req, res }) => req?.id === id && res !== undefined);
    await until('the line', () => lines().length > 0);
    expect(lines()).toMatchObject([{ req: { path: room('echo') }, res: { status: 101 } }]);
    const metrics = `http://127.0.0.1:${harness.running.app.get(MetricsServer).port}/metrics`;
    const read = async (): Promise<string> => (await fetch(metrics)).text();
    expect(await read()).toMatch(/^capture_gateway_sockets\{service="gateway"\} [1-9]/m);
    expect(await read()).toContain('route="/api/v1/rooms/:p1/socket",status="101"');
    socket.terminate();
    await until('the count to fall', async () =>
      /^capture_gateway_sockets\{service="gateway"\} 0$/m.test(await read()),
    );
  });

  it('without an upgrade is a call like any other', async () => {
    expect(await ask(room('echo'), {})).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    const { status, body } = await ask(room('echo'), {
      ...bearer('another'),
      ...offering('capture.v1', `bearer.${CANARY}`),
    });
    expect([status, body.code]).toEqual([400, 'no handshake']);
    expect(JSON.stringify(body)).not.toContain(CANARY);
  });
});

describe('a handshake that is refused', () => {
  const cases: {
    what: string;
    path?: string;
    headers: () => Record<string, string>;
    method?: string;
    answer: [number, string];
  }[] = [
    { what: 'without a token', headers: () => protocols('capture.v1'), answer: [401, 'unauthorized'] },
    {
      what: 'with an API key',
      headers: () => withToken(harness.accounts.add().key),
      answer: [401, 'unauthorized'],
    },
    {
      what: 'with two tokens',
      headers: () => protocols('capture.v1', 'bearer.one', 'bearer.two'),
      answer: [401, 'unauthorized'],
    },
    { what: 'with a broken token', headers: () => withToken('{}'), answer: [401, 'unauthorized'] },
    { what: 'elsewhere', path: '/api/v1/nowhere/socket', headers: withToken, answer: [404, 'not_found'] },
    { what: 'by POST', headers: withToken, method: 'POST', answer: [405, 'method_not_allowed'] },
    { what: 'by its room', path: room('closed'), headers: withToken, answer: [409, 'session_closed'] },
    { what: 'by a failure', path: room('broken'), headers: withToken, answer: [500, 'internal'] },
    {
      what: 'by a lost connection',
      path: room('dropped'),
      headers: withToken,
      answer: [503, 'service_unavailable'],
    },
    {
      what: 'by silence',
      path: room('silent'),
      headers: withToken,
      answer: [503, 'service_unavailable'],
    },
  ];

  it.each(cases)(
    '$what is answered as any call',
    async ({ path = room('echo'), headers, method, answer }) => {
      const {
        status,
        headers: given,
        body,
      } = await ask(path, headers(), method === undefined ? {} : { method });
      expect([status, body.code]).toEqual(answer);
      expect(given['content-type']).toMatch(/^application\/problem\+json/);
      expect(given['x-request-id']).toMatch(/^req_/);
      if (status !== 409) expect(body.requestId).toBe(given['x-request-id']);
      if (status === 401) expect(given['www-authenticate']).toBe('Bearer');
      if (status === 503) expect(given['retry-after']).toBe('1');
      if (status !== 401 && status !== 404 && status !== 405) expect(given['ratelimit']).toBeDefined();
    },
  );

  it('says 503 while the service is away', async () => {
    const away = { CAPTURE_UPSTREAM_SESSIONS: `http://127.0.0.1:${await freePort()}` };
    const other = await startGateway(() => undefined, away);
    const { status, headers } = await ask(room('echo'), withToken(), { on: other });
    expect([status, headers['retry-after'], headers.connection]).toEqual([503, '1', 'close']);
    expect(other.logs.join('')).not.toContain(CANARY);
    await other.close();
  });

  it('says 429 once the token has spent its budget, on handshakes and on other calls', async () => {
    const other = await startGateway((services) => new FakeRooms().define(services), {
      CAPTURE_BUDGET_CAPABILITY: '2',
    });
    const socket = dial(other, 'echo', CANARY);
    await once(socket, 'message');
    expect((await ask(room('echo'), bearer(CANARY), { on: other })).status).toBe(400);
    const { status, headers, body } = await ask(room('echo'), withToken(), { on: other });
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(headers).toMatchObject({ ratelimit: expect.stringContaining('r=0') });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(room('closed'), withToken('another'), { on: other })).status).toBe(409);
    socket.terminate();
    await other.close();
  });

  it('says 429 once an address has opened sockets with as many invented tokens as it may', async () => {
    const other = await startGateway((services) => new FakeRooms().define(services), {
      CAPTURE_BUDGET_FAILURES: '2',
    });
    for (const token of ['invented-1', 'invented-2']) {
      const socket = dial(other, 'refusing', token);
      const upgraded = once(socket, 'upgrade');
      await once(socket, 'message');
      const [{ headers }] = (await upgraded) as [IncomingMessage];
      expect(headers).not.toHaveProperty(REFUSED_HEADER);
      socket.terminate();
    }
    for (const token of ['invented-2', 'invented-3']) {
      const { status, body } = await ask(room('refusing'), withToken(token), { on: other });
      expect([status, body.code]).toEqual([429, 'rate_limited']);
    }
    await other.close();
  });

  it('leaves its token in no log line, at any level (scenario 52)', () => {
    expect(harness.logs.length).toBeGreaterThan(10);
    expect(harness.logs.join('')).not.toContain(CANARY);
    expect(harness.logs.join('')).not.toContain(PRINCIPAL_HEADER);
  });
});

describe('any other upgrade', () => {
  it.each([
    '/api/v1/recordings',
    '/api/v1/nothing',
    room('echo'),
    '/',
    '/r/cnt_x',
    '/api/docs',
    '/health/live',
  ])('changes nothing about the answer to GET %s', async (path) => {
    const plain = await ask(path, {});
    const upgrades = path === room('echo') ? [H2C] : [H2C, withToken()];
    for (const headers of upgrades) {
      const { status, headers: given, body } = await ask(path, headers);
      expect([status, given['content-type'], body.code]).toEqual([
        plain.status,
        plain.headers['content-type'],
        plain.body.code,
      ]);
    }
  });

  it('takes no token from a subprotocol where there are no sockets', async () => {
    const { status } = await ask('/api/v1/recordings', protocols(`bearer.${harness.accounts.add().key}`));
    expect(status).toBe(401);
  });
});
