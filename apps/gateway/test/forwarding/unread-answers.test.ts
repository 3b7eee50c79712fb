import { connect, type Socket } from 'node:net';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';

/** More than lies in the buffers between a service and a caller. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);
/** Connections of a gateway to a service, of which half may be kept by answers that are not read. */
const CONNECTIONS = 256;
const LOGOS = '/v1/logos';

let harness: Harness;
/** Large answers that the service has begun, and those that are still open. */
let [begun, open] = [0, 0];
const callers: Socket[] = [];

beforeEach(async () => {
  [begun, open] = [0, 0];
  harness = await startGateway((services) => {
    services.accounts.get(`${LOGOS}/small`, () => ({}));
    // The answer begins, and its rest follows once the test reads: before that it would only fill buffers.
    for (const [name, bytes] of [
      ['begun', LARGE.subarray(0, 1024)],
      ['large', LARGE],
    ] as const)
      services.accounts.get(`${LOGOS}/${name}`, (_request, reply) => {
        [begun, open] = [begun + 1, open + 1];
        reply.hijack();
        reply.raw.once('close', () => (open -= 1));
        reply.raw.writeHead(200, { 'content-type': 'image/png', 'content-length': LARGE.length });
        reply.raw.write(bytes);
      });
  });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const caller of callers.splice(0)) caller.destroy();
  await harness.close();
});

/** Asks for a logo and reads nothing of it. */
function askAndWait(name: string): void {
  const { hostname, port } = new URL(harness.url);
  const caller = connect(Number(port), hostname).on('error', () => undefined);
  caller.pause();
  caller.write(`GET /api${LOGOS}/${name} HTTP/1.1\r\nhost: x\r\n\r\n`);
  callers.push(caller);
}

describe('large answers that nobody reads', () => {
  it('leave half of the connections to the service to calls with small answers', async () => {
    for (let count = 0; count < CONNECTIONS; count += 1) askAndWait('begun');
    await until('all of them', () => begun === CONNECTIONS);
    const call = await fetch(`${harness.url}/api${LOGOS}/small`);
    expect(call.status).toBe(200);
  });

  it('give their place to who comes when all are taken, and end after half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    askAndWait('large');
    await until('the first one', () => begun === 1);
    for (let count = 1; count < CONNECTIONS / 2; count += 1) askAndWait('begun');
    await until('all places to be taken', () => begun === CONNECTIONS / 2);
    const ask = async (): Promise<number> => {
      const { status, body } = await fetch(`${harness.url}/api${LOGOS}/begun`);
      void body?.cancel();
      return status;
    };
    expect(await ask()).toBe(503);
    await until('the place of the first one', async () => {
      vi.advanceTimersByTime(1_000);
      return (await ask()) === 200;
    });
    const before = begun;
    askAndWait('large');
    await until('the next one', () => begun > before && open === CONNECTIONS / 2);
    await until('its end', () => {
      vi.advanceTimersByTime(10_000);
      return open < CONNECTIONS / 2;
    });
  });
});
