import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';

/** Connections of a gateway to a service, of which the calls of one organization take half. */
const CONNECTIONS = 256;

let harness: Harness;
let begun = 0;
let release = (): void => undefined;

beforeAll(async () => {
  const released = new Promise<void>((resolve) => (release = resolve));
  harness = await startGateway((services) => {
    services.recordings.get('/v1/recordings', () => ({}));
    services.recordings.get('/v1/recordings/:id', async () => {
      begun += 1;
      await released;
      return {};
    });
  });
});
afterAll(() => harness.close());

const call = async (key: string, path: string, signal?: AbortSignal): Promise<number> =>
  (await fetch(`${harness.url}/api/v1/recordings${path}`, { headers: bearer(key), signal: signal ?? null }))
    .status;

describe('calls of one organization that take long', () => {
  it('leave half of the connections to the service to the others, and wait for each other', async () => {
    const [{ key: slow }, { key: other }] = [harness.accounts.add(), harness.accounts.add()];
    const left = new AbortController();
    const slowCalls = Array.from({ length: CONNECTIONS }, () => call(slow, '/rec_1'));
    const impatient = call(slow, '/rec_1', left.signal).catch(() => 'left');
    await until('those that take long to begin', () => begun >= CONNECTIONS / 2);
    expect(await call(other, '')).toBe(200);
    expect(begun).toBe(CONNECTIONS / 2);
    left.abort();
    expect(await impatient).toBe('left');
    release();
    expect(await Promise.all(slowCalls)).toEqual(slowCalls.map(() => 200));
  });
});
