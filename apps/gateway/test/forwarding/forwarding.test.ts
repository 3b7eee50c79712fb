import { createHash, randomBytes } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { PRINCIPAL_HEADER } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES, type ServiceName } from '../../src/index.js';
import { bearer, readHeader, startGateway, type Harness } from '../fixtures/gateway.js';
import { listen } from '../fixtures/misbehaving-servers.js';

const CHUNK = randomBytes(1024 * 1024);
const MIB = 1024 * 1024;
const BODY_MIB = 384;
/** Sender, gateway and service share this process and garbage is collected late; a body held in memory would exceed this. */
const FLAT = 240 * MIB;

let harness: Harness;
let key: string;
let cutUploads = 0;
let cutDownloads = 0;

function define(services: Harness['services']): void {
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
    if (request.url.startsWith('/v1/media/headers'))
      return reply.send({ url: request.url, headers: request.headers });
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
}

function post(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(harness.url + path, {
    method: 'POST',
    body,
    headers: { ...bearer(key), 'content-type': 'application/json', ...headers },
  });
}

/** Sends a PUT whose body is written as fast as it is read. */
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

describe.each<{ where: string; inProcess: ServiceName[] }>([
  { where: 'a process of its own', inProcess: [] },
  { where: "the gateway's process", inProcess: [...SERVICES] },
])('with the service in $where', ({ inProcess }) => {
  beforeAll(async () => {
    harness = await startGateway((services) => define(services), {}, undefined, inProcess);
    key = harness.accounts.add().key;
  });
  afterAll(() => harness.close());

  it('shows the service who calls and not what the caller carried, and adds its own headers to the answer', async () => {
    const response = await fetch(`${harness.url}/api/v1/media/headers?sig=x`, {
      headers: {
        authorization: 'Bearer secret',
        cookie: 'a=b',
        'x-forwarded-for': '6.6.6.6',
        'x-request-id': 'mine',
      },
    });
    const { url, headers } = (await response.json()) as { url: string; headers: Record<string, string> };
    expect(url).toBe('/v1/media/headers?sig=x');
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(authorization|cookie|x-forwarded-for)$/)]),
    );
    expect(readHeader('recordings', headers[PRINCIPAL_HEADER])).toMatchObject({
      principal: { kind: 'public' },
      ip: '127.0.0.1',
    });
    expect(headers['x-request-id']).toBe('mine');
    expect([
      response.headers.get('x-request-id'),
      response.headers.get('x-content-type-options'),
      response.headers.get('cache-control'),
    ]).toEqual(['mine', 'nosniff', 'no-store']);
  });

  describe('streaming', () => {
    it(`passes ${BODY_MIB} MiB up, byte for byte, in flat memory`, async () => {
      const hash = createHash('sha256');
      for (let count = 0; count < BODY_MIB; count += 1) hash.update(CHUNK);
      let peak = 0;
      const start = process.memoryUsage().rss;
      function* chunks() {
        for (let count = 0; count < BODY_MIB; count += 1) {
          peak = Math.max(peak, process.memoryUsage().rss - start);
          yield CHUNK;
        }
      }
      const { answered } = put('/api/v1/uploads/u/parts/1?sig=x', chunks(), BODY_MIB * MIB);
      expect(await json(await answered)).toEqual({
        size: BODY_MIB * MIB,
        sha256: hash.digest('hex'),
        digest: 'sha-256=:x:',
      });
      expect(peak).toBeLessThan(FLAT);
    });

    it(`passes ${BODY_MIB} MiB down to a slow reader in flat memory`, async () => {
      const start = process.memoryUsage().rss;
      const response = await fetch(`${harness.url}/api/v1/media/${BODY_MIB}?sig=x`);
      let size = 0;
      let peak = 0;
      for await (const chunk of response.body ?? []) {
        size += chunk.length;
        peak = Math.max(peak, process.memoryUsage().rss - start);
        if (size % (16 * MIB) < 65_536) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(size).toBe(BODY_MIB * MIB);
      expect(peak).toBeLessThan(FLAT);
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
});

it('lets media arrive slowly: only a call without a body has to be answered in time', async () => {
  const received: number[] = [];
  const other = await startGateway(
    (services) => {
      services.recordings.put('/v1/uploads/:id/parts/:number', async (request) => {
        // Reads in steps, so that the gateway has to wait for room as well as for bytes.
        let bytes = 0;
        for await (const chunk of request.body as Readable) {
          bytes += (chunk as Buffer).length;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        received.push(bytes);
        return {};
      });
    },
    { CAPTURE_UPSTREAM_TIMEOUT_MS: '200' },
  );
  async function* slowly() {
    for (let count = 0; count < 10; count += 1) {
      yield CHUNK;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
  const target = new URL(`${other.url}/api/v1/uploads/u/parts/1`);
  const size = 10 * CHUNK.length;
  const request = httpRequest(target, { method: 'PUT', headers: { 'content-length': size } });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  Readable.from(slowly(), { objectMode: false }).pipe(request);
  expect((await answered).statusCode).toBe(200);
  expect(received).toEqual([size]);
  await other.close();
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
