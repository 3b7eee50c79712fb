import { createHash, randomBytes } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { freePort, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startGateway, type Harness } from './gateway.harness.js';

const CHUNK = randomBytes(1024 * 1024);
const MIB = 1024 * 1024;

let harness: Harness;
let key: string;
let cutUploads = 0;
let cutDownloads = 0;

beforeAll(async () => {
  harness = await startGateway((services) => {
    services.recordings.put('/v1/uploads/:id/parts/:number', async (request) => {
      const hash = createHash('sha256');
      let size = 0;
      request.raw.once('aborted', () => (cutUploads += 1));
      for await (const chunk of request.body as Readable) {
        hash.update(chunk as Buffer);
        size += (chunk as Buffer).length;
      }
      return { size, sha256: hash.digest('hex'), digest: request.headers['content-digest'] ?? null };
    });
    services.recordings.get('/v1/media/:id', (request, reply) => {
      if (request.headers.range === 'bytes=1-3') {
        return reply
          .code(206)
          .headers({ 'content-range': 'bytes 1-3/9', 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
          .send('bcd');
      }
      const { id } = request.params as { id: string };
      const total = Number(id);
      let sent = 0;
      const body = new Readable({
        read() {
          this.push(sent++ < total ? CHUNK : null);
        },
        destroy(error, done) {
          if (sent < total) cutDownloads += 1;
          done(error);
        },
      });
      return reply.headers({ 'content-length': String(total * MIB), 'content-type': 'video/mp4' }).send(body);
    });
    services['capture-requests'].post('/v1/capture-requests', async (request, reply) => {
      const chunks: Buffer[] = [];
      if (request.body) for await (const chunk of request.body as Readable) chunks.push(chunk as Buffer);
      return reply.code(201).header('idempotent-replayed', 'true').send(Buffer.concat(chunks));
    });
    services['capture-requests'].post('/v1/capture-requests/:id/close', (request) => ({
      type: request.headers['content-type'] ?? null,
    }));
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

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(harness.url + path, {
    method: 'POST',
    body,
    headers: { ...bearer(key), 'content-type': 'application/json', ...headers },
  });
}

/** Sends a PUT whose body comes as fast as it is taken. */
function put(path: string, chunks: AsyncIterable<Buffer> | Iterable<Buffer>, length: number) {
  const target = new URL(harness.url + path);
  const request = httpRequest(target, {
    method: 'PUT',
    headers: { 'content-length': length, 'content-digest': 'sha-256=:x:' },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  );
  answered.catch(() => undefined);
  Readable.from(chunks, { objectMode: false }).pipe(request);
  return { request, answered };
}

async function json(message: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

describe('streaming', () => {
  it('passes 256 MiB up, byte for byte, in flat memory', async () => {
    const hash = createHash('sha256');
    for (let count = 0; count < 256; count += 1) hash.update(CHUNK);
    let peak = 0;
    const start = process.memoryUsage().rss;
    function* chunks() {
      for (let count = 0; count < 256; count += 1) {
        peak = Math.max(peak, process.memoryUsage().rss - start);
        yield CHUNK;
      }
    }
    const { answered } = put('/api/v1/uploads/u/parts/1?sig=x', chunks(), 256 * MIB);
    expect(await json(await answered)).toEqual({
      size: 256 * MIB,
      sha256: hash.digest('hex'),
      digest: 'sha-256=:x:',
    });
    expect(peak).toBeLessThan(96 * MIB);
  });

  it('takes a body no faster than the service does', async () => {
    let offered = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = createServer((request, response) => {
      void gate.then(() => request.resume().once('end', () => response.end('{}')));
    });
    const other = await startGateway(() => undefined, { CAPTURE_UPSTREAM_RECORDINGS: await listen(slow) });
    function* chunks() {
      for (let count = 0; count < 128; count += 1) {
        offered += 1;
        yield CHUNK;
      }
    }
    const target = new URL(`${other.url}/api/v1/uploads/u/parts/1`);
    const request = httpRequest(target, { method: 'PUT', headers: { 'content-length': 128 * MIB } });
    const answered = new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
    Readable.from(chunks(), { objectMode: false }).pipe(request);
    let last = -1;
    await until('the sender to be held back', async () => {
      const stalled = offered > 0 && offered === last;
      last = offered;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return stalled;
    });
    expect(offered).toBeLessThan(64);
    release();
    expect((await answered).statusCode).toBe(200);
    await other.close();
    slow.close();
  });

  it('passes 128 MiB down to a slow reader in flat memory', async () => {
    const start = process.memoryUsage().rss;
    const response = await fetch(`${harness.url}/api/v1/media/128?sig=x`);
    let size = 0;
    let peak = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      peak = Math.max(peak, process.memoryUsage().rss - start);
      if (size % (16 * MIB) < 65_536) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(size).toBe(128 * MIB);
    expect(peak).toBeLessThan(96 * MIB);
  });

  it('passes ranges and the headers that describe content', async () => {
    const response = await fetch(`${harness.url}/api/v1/media/1`, { headers: { range: 'bytes=1-3' } });
    const { headers, status } = response;
    expect([
      status,
      headers.get('content-range'),
      headers.get('content-type'),
      headers.get('accept-ranges'),
      await response.text(),
    ]).toEqual([206, 'bytes 1-3/9', 'video/mp4', 'bytes', 'bcd']);
  });

  it('answers HEAD with the head of GET', async () => {
    const response = await fetch(`${harness.url}/api/v1/media/3`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(3 * MIB),
      '',
    ]);
  });

  it('passes a JSON body on as it was written', async () => {
    const text = '{"metadata":{"2":12345678901234567890,"1":"\\u0000"}}';
    const response = await post('/api/v1/capture-requests', text);
    expect([response.status, await response.text(), response.headers.get('idempotent-replayed')]).toEqual([
      201,
      text,
      'true',
    ]);
  });

  it('takes the content type away where there is no content', async () => {
    expect(await (await post('/api/v1/capture-requests/crq_x/close', '')).json()).toEqual({ type: null });
  });
});

describe('callers that go away', () => {
  it('ends the upload at the service when the caller drops the connection', async () => {
    const before = cutUploads;
    async function* halfOfIt() {
      for (let count = 0; count < 4; count += 1) yield CHUNK;
      await new Promise(() => undefined);
    }
    const { request } = put('/api/v1/uploads/u/parts/2', halfOfIt(), 8 * MIB);
    await until('bytes to be on their way', () => request.socket && request.socket.bytesWritten > 2 * MIB);
    request.destroy();
    await until('the service to see the end', () => cutUploads > before);
  });

  it('ends the download at the service when the caller drops the connection', async () => {
    const before = cutDownloads;
    const leave = new AbortController();
    const response = await fetch(`${harness.url}/api/v1/media/512`, { signal: leave.signal });
    await response.body?.getReader().read();
    leave.abort();
    await until('the service to see the end', () => cutDownloads > before);
  });
});

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
  it('60: finishes what is under way before it stops', async () => {
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

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Keeps a connection open after its first answer, then drops it as soon as a second request comes over it. */
class StaleServer {
  dropped = 0;
  private readonly server = createServer((request, response) => {
    const socket: Socket & { served?: boolean } = request.socket;
    if (socket.served) {
      this.dropped += 1;
      socket.destroy();
      return;
    }
    socket.served = true;
    response.setHeader('content-type', 'application/json').end('{}');
  });

  listen(): Promise<string> {
    return listen(this.server);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A POST that promises more than it sends. */
function drip(url: string, apiKey: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    const head = [
      'POST /api/v1/capture-requests HTTP/1.1',
      'host: x',
      `authorization: Bearer ${apiKey}`,
      'content-type: application/json',
    ];
    socket.write(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{"a":`);
  });
}
