import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { PartBody } from './part-body.js';

async function textOf(body: PartBody): Promise<string> {
  let text = '';
  for await (const chunk of body) text += chunk.toString();
  return text;
}

const anyRate = { bytesPerSec: 0, seconds: 1 };

/** A sender on a connection that this test holds the other end of. */
function arriving(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request._read = () => undefined;
  return request;
}

/** Until what streams do in later turns of the event loop has been done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the body of a part', () => {
  it('hands on every byte in order, those that came before anybody read too', async () => {
    const request = arriving();
    const body = new PartBody(request, anyRate);
    request.push('ab');
    await settled();
    const reading = textOf(body);
    request.push('cd');
    await settled();
    request.push('ef');
    request.push(null);
    expect(await reading).toBe('abcdef');
  });

  it('holds back a sender that is faster than the reader, and lets it go on once the reader has caught up', async () => {
    const request = arriving();
    const body = new PartBody(request, anyRate);
    for (let pushed = 0; pushed < 64 && !request.isPaused(); pushed += 1) {
      request.push(Buffer.alloc(64 * 1024));
      await settled();
    }
    expect(request.isPaused()).toBe(true);
    const reading = textOf(body);
    await vi.waitUntil(() => !request.isPaused());
    request.push('the end');
    request.push(null);
    expect(await reading).toMatch(/the end$/);
  });

  it('gives its reader nothing more once it was cut, and stops listening to the sender', async () => {
    const request = arriving();
    const body = new PartBody(request, anyRate);
    request.push('ab');
    request.push('cd');
    await settled();
    const chunks = body[Symbol.asyncIterator]();
    expect(String((await chunks.next()).value)).toBe('ab');
    body.cut(new Error('a newer grant'));
    await expect(chunks.next()).rejects.toThrow('a newer grant');
    expect(request.listenerCount('data')).toBe(0);
  });

  it('tells a reader that waits for bytes that it was cut', async () => {
    const body = new PartBody(arriving(), anyRate);
    const reading = textOf(body);
    await settled();
    body.cut(new Error('a newer grant'));
    await expect(reading).rejects.toThrow('a newer grant');
  });

  it('ends with 408, and no fault of the service, when its sender was gone before anybody asked for it', async () => {
    const request = new IncomingMessage(new Socket());
    request.destroy();
    await once(request, 'close');
    const body = new PartBody(request, anyRate);
    await expect(textOf(body)).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('ends with what it was cut with, also when that was before anybody read it', async () => {
    const body = new PartBody(new IncomingMessage(new Socket()), anyRate);
    body.cut(new Error('a newer grant'));
    await expect(textOf(body)).rejects.toThrow('a newer grant');
  });
});
