import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { until } from '@capture/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MediaAnswer } from '../../src/downloads/media.service.js';
import { sendMedia } from '../../src/downloads/send-media.js';

type Body = NonNullable<MediaAnswer['body']>;

let server: FastifyInstance;
/** What the next download sends, by its path. */
const bodies = new Map<string, Body>();
beforeEach(async () => {
  server = fastify();
  server.get('/:name', async (call, reply) => {
    const body = bodies.get(call.url);
    if (body) await sendMedia(reply, { status: 200, headers: { 'content-type': 'video/mp4' }, body });
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close();
  bodies.clear();
});

async function get(path: string): Promise<IncomingMessage> {
  const { port } = server.server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Sends `bytes` by way of the memory that it is given, as a store does. */
const through =
  (bytes: Buffer): Body =>
  async (scratch, sink) => {
    for (let at = 0; at < bytes.length; at += scratch.length) {
      const length = bytes.copy(scratch, 0, at);
      await sink(scratch.subarray(0, length));
    }
  };

it('downloads side by side and one after another get their own bytes, whoever reads slowly', async () => {
  const download = async (name: number): Promise<[string, string]> => {
    const bytes = randomBytes(3 * 1024 * 1024 + name);
    bodies.set(`/${name}`, through(bytes));
    const answer = await get(`/${name}`);
    const hash = createHash('sha256');
    for await (const chunk of answer) {
      if (name % 2 === 0) await new Promise(setImmediate);
      hash.update(chunk as Buffer);
    }
    return [hash.digest('hex'), digest(bytes)];
  };
  for (let round = 0; round < 3; round += 1) {
    const seen = await Promise.all(Array.from({ length: 12 }, (_value, index) => download(index)));
    for (const [got, sent] of seen) expect(got).toBe(sent);
  }
});

it('a caller who leaves ends the reading', async () => {
  let ended = false;
  bodies.set('/endless', async (scratch, sink) => {
    try {
      for (;;) await sink(scratch);
    } finally {
      ended = true;
    }
  });
  const answer = await get('/endless');
  answer.destroy();
  await until('the end of the reading', () => ended);
});

it('an answer that waits behind another one is given up with their connection', async () => {
  let ended = 0;
  const endless: Body = async (scratch, sink) => {
    try {
      for (;;) await sink(scratch);
    } finally {
      ended += 1;
    }
  };
  bodies.set('/first', endless).set('/second', endless);
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /first HTTP/1.1\r\nhost: x\r\n\r\nGET /second HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await until('the end of both', () => ended === 2);
});

it('a failure before the first byte is answered as one, and later ends the connection', async () => {
  bodies.set('/missing', () => Promise.reject(new Error('no such blob')));
  const refused = await get('/missing');
  refused.resume();
  expect(refused.statusCode).toBe(500);
  bodies.set('/cut', async (scratch, sink) => {
    await sink(scratch.subarray(0, 10));
    throw new Error('the blob ends early');
  });
  const cut = await get('/cut');
  await expect(cut.toArray()).rejects.toThrow('aborted');
});
