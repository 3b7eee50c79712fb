import { connect, type Socket } from 'node:net';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';
import { answer, RawMediaServer } from '../fixtures/raw-media-server.js';

const MIB = 1024 * 1024;
/** More than lies in the buffers between a service and a caller. */
const PIECE = Buffer.alloc(32 * MIB);
/** Answers with media at once. */
const PLACES = 512;

let service: RawMediaServer;
let harness: Harness;
const callers: Socket[] = [];
beforeEach(async () => {
  service = new RawMediaServer();
  harness = await startGateway(() => undefined, { CAPTURE_UPSTREAM_RECORDINGS: await service.listen() });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const caller of callers.splice(0)) caller.destroy();
  await harness.close();
  service.close();
});

/** Asks for media and reads nothing of them. */
function askAndWait(header = ''): Socket {
  const { hostname, port } = new URL(harness.url);
  const caller = connect(Number(port), hostname).on('error', () => undefined);
  caller.pause();
  caller.write(`GET /api/v1/media/trk_1 HTTP/1.1\r\nhost: x\r\n${header}\r\n`);
  callers.push(caller);
  return caller;
}

/** Media begin and go on as far as they are read; everything else is answered. */
function begin(bytes: Buffer): void {
  service.script = (socket, head) => {
    if (!head.includes('/v1/media/'))
      return void socket.write(answer('{}', 'content-type: application/json'));
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${PIECE.length}\r\n\r\n`);
    socket.write(bytes);
  };
}

describe('downloads that nobody reads', () => {
  it('leave calls and parts their connections, however many they are', async () => {
    begin(Buffer.alloc(1024));
    for (let count = 0; count < PLACES + 8; count += 1) askAndWait();
    const asked = (): number => service.requests.filter((head) => head.includes('/v1/media/')).length;
    await until('all places to be taken', () => asked() >= PLACES);
    const { key } = harness.accounts.add();
    const call = await fetch(`${harness.url}/api/v1/recordings`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(call.status).toBe(200);
    const part = await fetch(`${harness.url}/api/v1/uploads/upl_1/parts/1`, { method: 'PUT', body: 'bytes' });
    expect(part.status).toBe(200);
  });

  it.each([
    ['copied by hand', ''],
    ['streamed, as the answer to a condition is', 'if-none-match: "x"\r\n'],
  ])('are ended after two minutes, the ones %s', async (_what, header) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    begin(PIECE);
    askAndWait(header);
    await until('the answer to begin', () => service.requests.length === 1);
    await until('its end', () => {
      vi.advanceTimersByTime(60_000);
      return service.open === 0;
    });
  });

  it('give a place to who comes when all are taken, after ten seconds and not before', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    begin(PIECE);
    askAndWait();
    await until('the first answer', () => service.requests.length === 1);
    begin(Buffer.alloc(1024));
    for (let count = 1; count < PLACES; count += 1) askAndWait();
    await until('all places to be taken', () => service.requests.length === PLACES);
    const ask = (): Promise<Response> => fetch(`${harness.url}/api/v1/media/trk_1`);
    expect((await ask()).status).toBe(503);
    await until('the place of the first one', async () => {
      vi.advanceTimersByTime(10_000);
      const { status, body } = await ask();
      void body?.cancel();
      return status === 200;
    });
    expect(service.open).toBeGreaterThanOrEqual(PLACES - 1);
  });

  it('have no end where it is the service that sends nothing', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    begin(Buffer.from('abc'));
    const caller = askAndWait();
    let received = '';
    caller.on('data', (data) => (received += data.toString()));
    caller.resume();
    await until('the first bytes', () => received.endsWith('abc'));
    vi.advanceTimersByTime(3_600_000);
    const other = askAndWait();
    other.resume();
    await until('the next call', () => service.requests.length === 2);
    expect([caller.destroyed, service.open]).toEqual([false, 2]);
  });
});
