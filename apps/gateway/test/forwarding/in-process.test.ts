import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SERVICES } from '../../src/index.js';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';

const CHUNK = Buffer.alloc(64 * 1024, 'x');
const MANY = 4096;

let harness: Harness;
let key: string;
let produced = 0;
let cut = 0;
let left = 0;

beforeAll(async () => {
  harness = await startGateway(
    (services) => {
      const service = services['capture-requests'];
      service.get('/v1/capture-requests', (_request, reply) => {
        const body = new Readable({
          read() {
            this.push(produced++ < MANY ? CHUNK : null);
          },
          destroy(error, done) {
            if (produced < MANY) cut += 1;
            done(error);
          },
        });
        return reply.header('set-cookie', 'a=b').send(body);
      });
      service.get('/v1/capture-requests/:id', async (_request, reply) => {
        await once(reply.raw, 'close');
        left += 1;
      });
      service.post('/v1/capture-requests', async (request) => {
        let bytes = 0;
        for await (const chunk of request.body as Readable) bytes += (chunk as Buffer).length;
        return { bytes };
      });
      service.post('/v1/capture-requests/:id/close', (_request, reply) => {
        reply.hijack();
        reply.raw.destroy();
      });
      service.post('/v1/capture-requests/:id/rotate-open-link', (_request, reply) =>
        reply.code(409).send({}),
      );
      service.delete('/v1/capture-requests/:id', (_request, reply) => reply.code(204).send());
    },
    { CAPTURE_UPSTREAM_TIMEOUT_MS: '500' },
    undefined,
    [...SERVICES],
  );
  ({ key } = harness.accounts.add());
  // The call could otherwise take the way over HTTP.
  await Promise.all(Object.values(harness.services).map((service) => service.server.close()));
});
afterAll(() => harness.close());

const call = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${harness.url}/api/v1/capture-requests${path}`, { method, headers: bearer(key), ...init });

it('a service in the process is called without a connection and streams a long answer no faster than it is read', async () => {
  const leave = new AbortController();
  const answer = await call('GET', '', { signal: leave.signal });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  let last = -1;
  await until('the service to be held back', async () => {
    const stalled = produced === last;
    last = produced;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return stalled;
  });
  expect(produced).toBeLessThan(MANY / 2);
  leave.abort();
  await until('the service to see the end', () => cut === 1);
});

it('a body is held to its limit there, and what was sent of it arrives whole', async () => {
  const body = (pieces: number): RequestInit => ({
    body: Readable.toWeb(Readable.from(Array.from({ length: pieces }, () => CHUNK))) as unknown as BodyInit,
    ...({ duplex: 'half' } as RequestInit),
  });
  const whole = await call('POST', '', body(10));
  expect([whole.status, await whole.json()]).toEqual([200, { bytes: 10 * CHUNK.length }]);
  const over = await call('POST', '', body(20));
  expect([over.status, await over.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'payload_too_large' }),
  ]);
});

it('a service that gives no answer, or none in time, is answered for with 503, and sees that nobody waits', async () => {
  const silent = await call('POST', '/crq_1/close');
  expect([silent.status, await silent.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'service_unavailable' }),
  ]);
  const late = await call('GET', '/crq_1');
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1']);
  await until('the service to see the end', () => left === 1);
});

it('an answer without a body stays one', async () => {
  const none = await call('DELETE', '/crq_1');
  expect([none.status, await none.text(), none.headers.get('content-length')]).toEqual([204, '', null]);
});

it('a body that is answered before it was read leaves its connection usable', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (length: number): ClientRequest =>
    httpRequest(`${harness.url}/api/v1/capture-requests/crq_1/rotate-open-link`, {
      agent,
      method: 'POST',
      headers: { ...bearer(key), 'content-length': length },
    });
  const answerTo = async (request: ClientRequest): Promise<number | undefined> => {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode;
  };
  const first = post(12 * CHUNK.length);
  first.write(CHUNK);
  expect(await answerTo(first)).toBe(409);
  first.end(Buffer.alloc(11 * CHUNK.length));
  await once(first, 'finish');
  const second = post(0).end();
  expect([await answerTo(second), second.reusedSocket]).toEqual([409, true]);
  agent.destroy();
});
