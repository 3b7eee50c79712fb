import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { until } from '@capture/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';
import { answer, RawMediaServer } from '../fixtures/raw-media-server.js';

const MIB = 1024 * 1024;
const FILE = randomBytes(9 * MIB + 7);

let service: RawMediaServer;
let harness: Harness;
beforeAll(async () => {
  service = new RawMediaServer();
  harness = await startGateway(() => undefined, { CAPTURE_UPSTREAM_RECORDINGS: await service.listen() });
});
beforeEach(() => {
  service.dropAll();
  service.connections = 0;
  service.requests.length = 0;
});
afterAll(async () => {
  await harness.close();
  service.close();
});

const get = (headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${harness.url}/api/v1/media/trk_1?signature=x`, { headers });

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Sends the range that is asked for, or the whole file. */
function sendFile(lines: string[] = []): void {
  service.script = (socket, head) => {
    const [, first, last] = /^range: bytes=(\d+)-(\d+)$/m.exec(head) ?? [];
    const bytes = first === undefined ? FILE : FILE.subarray(Number(first), Number(last) + 1);
    const status = first === undefined ? '200 OK' : '206 Partial Content';
    socket.write([`HTTP/1.1 ${status}`, `content-length: ${bytes.length}`, ...lines, '', ''].join('\r\n'));
    socket.write(bytes);
  };
}

describe('media of a service in a process of its own', () => {
  it('arrives byte for byte, whole and in ranges, over one connection after another call has ended', async () => {
    sendFile();
    for (let round = 0; round < 3; round += 1) expect(sha256(await (await get()).bytes())).toBe(sha256(FILE));
    for (const [first, last] of [
      [0, 0],
      [5, 131_076],
      [MIB, 3 * MIB],
    ] as const) {
      const answered = await get({ range: `bytes=${first}-${last}` });
      expect(answered.status).toBe(206);
      expect(sha256(await answered.bytes())).toBe(sha256(FILE.subarray(first, last + 1)));
    }
    expect([service.connections, service.requests.length]).toEqual([1, 6]);
  });

  it('arrives byte for byte beside other downloads, with callers that read slowly', async () => {
    sendFile();
    const slow = async (): Promise<string> => {
      const hash = createHash('sha256');
      for await (const chunk of (await get()).body ?? []) {
        hash.update(chunk);
        await setTimeout(1);
      }
      return hash.digest('hex');
    };
    const all = await Promise.all([
      slow(),
      slow(),
      ...[1, 2, 3].map(async () => sha256(await (await get()).bytes())),
    ]);
    expect(new Set(all)).toEqual(new Set([sha256(FILE)]));
  });

  it('arrives whole however its answer is cut', async () => {
    service.script = (socket) => {
      void (async () => {
        for (const byte of answer('abcdef', 'etag: "x"')) {
          socket.write(byte);
          await setTimeout(1);
        }
      })();
    };
    const answered = await get();
    expect([answered.headers.get('etag'), await answered.text()]).toEqual(['"x"', 'abcdef']);
  });

  it('arrives whole from a service that closes the connection behind it, said or not', async () => {
    for (const lines of [['connection: close'], []]) {
      service.script = (socket) => void socket.end(answer('x'.repeat(MIB), ...lines));
      expect(await (await get()).text()).toBe('x'.repeat(MIB));
    }
    service.script = (socket) => void socket.write(answer('abc'));
    expect(await (await get()).text()).toBe('abc');
  });

  it('arrives whole at a slow reader although the service has closed the connection long before', async () => {
    service.script = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${FILE.length}\r\n\r\n`);
      socket.end(FILE);
    };
    const answered = await get();
    const hash = createHash('sha256');
    for await (const chunk of answered.body ?? []) {
      hash.update(chunk);
      await setTimeout(2);
    }
    expect(hash.digest('hex')).toBe(sha256(FILE));
  });

  it('has the headers of the gateway, and none that only the gateway may say', async () => {
    service.script = (socket) =>
      void socket.write(answer('abc', 'content-type: video/mp4', 'set-cookie: a=b', 'x-request-id: forged'));
    const { headers } = await get({ 'x-request-id': 'mine' });
    expect(
      ['content-type', 'set-cookie', 'x-request-id', 'content-length'].map((name) => headers.get(name)),
    ).toEqual(['video/mp4', null, 'mine', '3']);
  });

  it.each([
    ['that ends before its length', () => answer('abc').replace('length: 3', 'length: 9')],
    ['that is longer than its length', () => answer('x'.repeat(MIB)).replace(`: ${MIB}`, `: ${MIB / 2}`)],
  ])('of an answer %s is never taken for whole, and its connection never used again', async (_what, text) => {
    service.script = (socket) => void socket.end(text());
    await expect(get().then((answered) => answered.text())).rejects.toThrow();
    sendFile();
    expect(sha256(await (await get()).bytes())).toBe(sha256(FILE));
  });

  it('that nobody asked for is not given to the next caller', async () => {
    service.script = (socket) => void socket.write(answer('abc') + answer('of somebody else'));
    await expect(get().then((answered) => answered.text())).rejects.toThrow();
    let late: () => void = () => undefined;
    service.script = (socket) => {
      socket.write(answer('abc'));
      late = () => socket.write(answer('of somebody else'));
    };
    expect(await (await get()).text()).toBe('abc');
    late();
    await until('the end of the connection', () => service.open === 0);
    service.script = (socket) => void socket.write(answer('mine'));
    expect(await (await get()).text()).toBe('mine');
  });

  it.each([
    ['404 Not Found', 404],
    ['304 Not Modified', 304],
    ['416 Range Not Satisfiable', 416],
  ])('is answered %s as the service does', async (line, status) => {
    const body = status === 304 ? '' : '{"code":"x"}';
    const head = answer(body, 'content-type: application/problem+json', 'etag: "y"');
    service.script = (socket) => void socket.write(head.replace('200 OK', line));
    const answered = await get();
    expect([answered.status, await answered.text(), answered.headers.get('etag')]).toEqual([
      status,
      body,
      '"y"',
    ]);
  });

  it('arrives in chunks when the service does not say how much it is', async () => {
    service.script = (socket) =>
      void socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n');
    expect(await (await get()).text()).toBe('abc');
  });

  it('arrives whole behind a head that is longer than the gateway reads by itself', async () => {
    const body = 'x'.repeat(MIB);
    const fields = Array.from({ length: 20 }, (_, index) => `x-long-${index}: ${'y'.repeat(1_000)}`);
    service.script = (socket) => void socket.write(answer(body, ...fields));
    // Node's clients read no more than 16 KiB of a head either.
    expect((await get()).status).toBe(503);
    service.script = (socket) => void socket.write(answer(body, ...fields.slice(0, 12)));
    expect(await (await get()).text()).toBe(body);
  });

  it('is asked for again over a fresh connection when the kept one was stale', async () => {
    sendFile();
    await (await get()).bytes();
    let dropped = 0;
    service.script = (socket) => {
      dropped += 1;
      socket.destroy();
      sendFile();
    };
    expect(sha256(await (await get()).bytes())).toBe(sha256(FILE));
    expect(dropped).toBe(1);
  });

  it('is asked for again of a service that is shutting down, whose answer no caller sees', async () => {
    let refused = 0;
    service.script = (socket) => {
      refused += 1;
      socket.write(answer('shutting down').replace('200 OK', '503 Service Unavailable'));
      if (refused === 2) sendFile();
    };
    const answered = await get();
    expect(answered.status).toBe(200);
    expect(sha256(await answered.bytes())).toBe(sha256(FILE));
  });

  it('is 503 when there is no service', async () => {
    service.script = (socket) => socket.destroy();
    expect((await get()).status).toBe(503);
  });

  it('is no longer asked for when its caller leaves, before or while it arrives', async () => {
    service.script = () => undefined;
    for (const begun of [false, true]) {
      const leave = new AbortController();
      if (begun) sendFile();
      const answered = fetch(`${harness.url}/api/v1/media/trk_1`, { signal: leave.signal });
      answered.catch(() => undefined);
      if (begun) await (await answered).body?.getReader().read();
      else await until('the request', () => service.requests.length === 1);
      leave.abort();
      await until('the end of the connection', () => service.open === 0);
    }
  });

  it('is held by the gateway no longer than its caller takes: a slow one slows the service down', async () => {
    let written = 0;
    service.script = (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${512 * MIB}\r\n\r\n`);
      void (async () => {
        for (; written < 512 * MIB && !socket.destroyed; written += MIB)
          if (!socket.write(FILE.subarray(0, MIB))) await once(socket, 'drain').catch(() => undefined);
      })();
    };
    const leave = new AbortController();
    const answered = await fetch(`${harness.url}/api/v1/media/trk_1`, { signal: leave.signal });
    let before = -1;
    await until('the service to be held up', async () => {
      const still = written === before;
      before = written;
      if (!still) await setTimeout(200);
      return still;
    });
    expect(written).toBeLessThan(64 * MIB);
    leave.abort();
    await answered.body?.cancel().catch(() => undefined);
  });
});
