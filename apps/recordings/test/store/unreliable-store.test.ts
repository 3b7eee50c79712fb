import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { partKey, takeKey } from '../../src/store/object-keys.js';
import { S3Store } from '../../src/store/s3-store.js';
import { sha256 } from '../fixtures/take.js';

const ERROR = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>try again</Message></Error>';

interface Asked {
  method: string;
  url: string;
  copy: boolean;
}

let store: S3Store;
let server: Server;

/** Opens a store that takes whatever it is sent and answers 200 with the body, and the ETag, that `answer` says. */
async function open(answer: (asked: Asked) => { body?: string; etag?: string }): Promise<void> {
  server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    request.resume().once('end', () => {
      const { body = '', etag } = answer({ method, url, copy: 'x-amz-copy-source' in headers });
      response.setHeader('content-type', 'application/xml');
      response.setHeader('content-length', body.length);
      if (etag !== undefined) response.setHeader('etag', etag);
      response.end(body);
    });
  });
  await listen();
}

async function listen(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  store = new S3Store({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'b',
    region: 'us-east-1',
    direct: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
}

describe('a store that cannot be relied on', () => {
  const bytes = randomBytes(10);
  const part = { number: 1, size: bytes.length, sha256: sha256(bytes) };
  const key = partKey(newId('organization'), newId('upload'), part);
  const stored = { etag: '"1"' };

  afterEach(() => {
    store.close();
    server.close();
  });

  it('scenario 35: takes no part from clients directly when it takes bytes other than those signed for', async () => {
    await open(() => stored);
    expect(await store.signPut(key, part, 60)).toBeUndefined();
  });

  it('is asked again once it can be reached', async () => {
    await open(() => stored);
    const { port } = server.address() as AddressInfo;
    server.close();
    await until('the port to be free', () => !server.listening);
    await expect(store.signPut(key, part, 60)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(store.check()).rejects.toThrow();
    server.listen(port, '127.0.0.1');
    await until('an answer', async () => (await store.signPut(key, part, 60)) === undefined);
  });

  async function* body(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(bytes);
  }

  it('takes a part whose answer has no ETag when the object is there, as another writer of it was faster', async () => {
    await open(({ method }) => (method === 'HEAD' ? { body: 'x'.repeat(bytes.length) } : {}));
    await store.put(key, body(), bytes.length);
  });

  it.each([
    ['whole', undefined],
    ['in part', { start: 1, end: 8 }],
  ])(
    'goes on with a file that is read %s where the answer breaks off, until one brings nothing',
    async (_how, range) => {
      let silent = false;
      server = createServer((request, response) => {
        const [start = 0, end = bytes.length - 1] = (request.headers.range?.match(/\d+/g) ?? []).map(Number);
        response.writeHead(206, { 'content-length': end - start + 1 }).flushHeaders();
        const brought = bytes.subarray(start, silent ? start : Math.min(start + 3, end + 1));
        response.write(brought, () => (brought.length <= end - start ? response.destroy() : response.end()));
      });
      await listen();
      const expected = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      expect(await buffer(store.read(key, range))).toEqual(expected);
      silent = true;
      await expect(buffer(store.read(key, range))).rejects.toThrow();
    },
  );

  it('scenario 41: a 200 with an error in its body is a refusal that may be tried again, not a stored part', async () => {
    await open(() => ({ body: ERROR }));
    await expect(store.put(key, body(), bytes.length)).rejects.toMatchObject({
      code: 'service_unavailable',
      extras: { retryAfterSec: 10 },
    });
  });

  it('scenario 41: a 200 with an error in its body ends the joining of a file as a failure that may be tried again', async () => {
    const asked: string[] = [];
    await open(({ method, url, copy }) => {
      asked.push(method);
      if (url.includes('uploads'))
        return {
          body: '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
        };
      return { body: copy ? '<CopyPartResult><ETag>"1"</ETag></CopyPartResult>' : ERROR };
    });
    const target = takeKey(newId('organization'), newId('upload'), sha256(bytes));
    await expect(store.join([{ key, sizeBytes: bytes.length }], target)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(asked.at(-1)).toBe('DELETE');
  });
});
