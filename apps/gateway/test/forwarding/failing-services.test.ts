import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { freePort, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../../src/config.js';
import { Upstreams } from '../../src/upstreams/upstreams.js';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';
import { drip, DRIPPED_BYTES, listen, StaleServer } from '../fixtures/misbehaving-servers.js';

let harness: Harness;
let key: string;

beforeAll(async () => {
  harness = await startGateway((services) => {
    services['capture-requests'].get('/v1/capture-requests', (_request, reply) =>
      reply.code(500).send('<b>stack trace</b>'),
    );
    services['capture-requests'].get('/v1/capture-requests/:id', (_request, reply) => {
      reply.raw.destroy();
    });
  });
  key = harness.accounts.add().key;
});

afterAll(() => harness.close());

describe('services that fail', () => {
  it('answers 503 with Retry-After when a service cannot be reached, and says that nothing happened', async () => {
    const gone = `http://127.0.0.1:${await freePort()}`;
    const other = await startGateway(() => undefined, { CAPTURE_UPSTREAM_CAPTURE_REQUESTS: gone });
    const mine = other.accounts.add();
    const body = JSON.stringify({ title: 'x'.repeat(500_000) });
    const response = await fetch(`${other.url}/api/v1/capture-requests`, {
      method: 'POST',
      body,
      headers: bearer(mine.key),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ code: 'service_unavailable', retryAfterSec: 1 });
    await other.close();
  });

  it('answers 503 when the service drops the connection instead of answering', async () => {
    const response = await fetch(`${harness.url}/api/v1/capture-requests/crq_x`, { headers: bearer(key) });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('answers 503 when the service drops the connection in the middle of a small answer, and never half of it', async () => {
    const other = await startGateway((services) => {
      services['capture-requests'].get('/v1/capture-requests', (_request, reply) => {
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        reply.raw.write('{"data":', () => reply.raw.destroy());
      });
    });
    const mine = other.accounts.add();
    const response = await fetch(`${other.url}/api/v1/capture-requests`, { headers: bearer(mine.key) });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'service_unavailable', retryAfterSec: 1 });
    await other.close();
  });

  it('says that nothing happened when a service drops a call in mid-body, and of a whole one that it does not know', async () => {
    const other = await startGateway((services) => {
      services['capture-requests'].post('/v1/capture-requests', async (request, reply) => {
        // For a body that never ends, waits for its beginning; otherwise for its end.
        for await (const _chunk of request.body as Readable)
          if (request.headers['content-length'] === String(DRIPPED_BYTES)) break;
        reply.raw.destroy();
        return reply.hijack();
      });
    });
    const mine = other.accounts.add();
    expect(await drip(other.url, mine.key)).toMatch(/^HTTP\/1\.1 503 [^]*had no effect/);
    const whole = await fetch(`${other.url}/api/v1/capture-requests`, {
      method: 'POST',
      body: JSON.stringify({ title: 'x' }),
      headers: bearer(mine.key),
    });
    expect([whole.status, await whole.text()]).toEqual([503, expect.stringContaining('is not known')]);
    await other.close();
  });

  it('hides a failure that is no problem document', async () => {
    const response = await fetch(`${harness.url}/api/v1/capture-requests`, { headers: bearer(key) });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 'internal' });
    expect(text).not.toContain('stack');
  });

  it('repeats a read once over a fresh connection when the kept one was stale', async () => {
    const upstream = new StaleServer();
    const other = await startGateway(() => undefined, {
      CAPTURE_UPSTREAM_RECORDINGS: await upstream.listen(),
    });
    const mine = other.accounts.add();
    const read = (): Promise<Response> =>
      fetch(`${other.url}/api/v1/recordings`, { headers: bearer(mine.key) });
    expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(200);
    expect(upstream.dropped).toBe(1);
    await other.close();
    upstream.close();
  });

  it('sends a call again that reached no process, with its body, and finds the process that replaces it', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const names = ['ACCOUNTS', 'CAPTURE_REQUESTS', 'SESSIONS', 'RECORDINGS', 'WEBHOOKS'];
    const config = Object.fromEntries(names.map((name) => [`CAPTURE_UPSTREAM_${name}`, origin]));
    const upstreams = new Upstreams(config as unknown as GatewayConfig);
    const bodies: string[] = [];
    const replacement = createServer((request, response) => {
      void text(request).then((body) => response.end(String(bodies.push(body))));
    });
    const { statusCode } = await upstreams.call('recordings', {
      method: 'POST',
      path: '/',
      headers: {},
      body: Readable.from(['once']),
      renewBody: () => {
        if (!replacement.listening) replacement.listen(port, '127.0.0.1');
        return Readable.from(['once']);
      },
      signal: new AbortController().signal,
    });
    expect([statusCode, bodies]).toEqual([200, ['once']]);
    await upstreams.onApplicationShutdown();
    replacement.closeAllConnections();
    replacement.close();
  });

  it('sends a call again that a stopping process refused before any handler ran', async () => {
    let refusals = 0;
    const stopping = createServer((_request, response) => {
      refusals += 1;
      if (refusals === 1) response.writeHead(503, { connection: 'close' }).end();
      else response.setHeader('content-type', 'application/json').end('{}');
    });
    const other = await startGateway(() => undefined, {
      CAPTURE_UPSTREAM_RECORDINGS: await listen(stopping),
    });
    const mine = other.accounts.add();
    const answer = await fetch(`${other.url}/api/v1/recordings`, { headers: bearer(mine.key) });
    expect([answer.status, refusals]).toEqual([200, 2]);
    await other.close();
    stopping.closeAllConnections();
    stopping.close();
  });

  it('renews connections under load, so that a process behind the same address gets its share (scenario 89)', async () => {
    const connections = new Set<Socket>();
    const upstream = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{}');
    });
    upstream.on('connection', (socket) => connections.add(socket));
    const other = await startGateway(() => undefined, {
      CAPTURE_UPSTREAM_RECORDINGS: await listen(upstream),
      CAPTURE_UPSTREAM_CONNECTION_MS: '100',
    });
    const mine = other.accounts.add();
    await until('new connections', async () => {
      expect((await fetch(`${other.url}/api/v1/recordings`, { headers: bearer(mine.key) })).status).toBe(200);
      return connections.size >= 4;
    });
    await until(
      'the old ones to end',
      () => [...connections].filter(({ destroyed }) => !destroyed).length <= 2,
    );
    await other.close();
    upstream.closeAllConnections();
    upstream.close();
  });

  it('answers 503 when the service takes too long to begin, and 400 when the body never ends', async () => {
    const silent = createServer(() => undefined);
    const env = { CAPTURE_UPSTREAM_RECORDINGS: await listen(silent), CAPTURE_UPSTREAM_TIMEOUT_MS: '300' };
    const other = await startGateway((services) => {
      services['capture-requests'].post('/v1/capture-requests', async (request) => {
        for await (const _chunk of request.body as Readable) continue;
        return {};
      });
    }, env);
    const mine = other.accounts.add();
    const late = await fetch(`${other.url}/api/v1/recordings`, { headers: bearer(mine.key) });
    expect(late.status).toBe(503);
    const answer = await drip(other.url, mine.key);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    await other.close();
    silent.closeAllConnections();
    silent.close();
  });
});

describe('stopping', () => {
  it('finishes what is under way before it stops (scenario 60)', async () => {
    let finish = (): void => undefined;
    const other = await startGateway((services) => {
      services.recordings.get('/v1/recordings', async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return { data: [] };
      });
    });
    const mine = other.accounts.add();
    const before = finish;
    const answer = fetch(`${other.url}/api/v1/recordings`, { headers: bearer(mine.key) });
    await until('the call to be under way', () => finish !== before);
    const closed = other.close();
    finish();
    expect((await answer).status).toBe(200);
    await closed;
  });
});
