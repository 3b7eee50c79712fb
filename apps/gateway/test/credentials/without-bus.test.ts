import { json } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { InProcessBus } from '@capture/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, FakeAccounts, readHeader, startGateway, type Harness } from '../fixtures/gateway.js';

let harness: Harness;
let revoked = false;
const accounts = new FakeAccounts();

beforeAll(async () => {
  // Nobody serves commands on this bus, as when it is away.
  harness = await startGateway(
    (services) => {
      services.recordings.get('/v1/recordings', () => ({ data: [] }));
      services.accounts.post('/internal/credentials/resolve', async (request) => {
        const header = String(request.headers['x-capture-principal']);
        expect(readHeader('accounts', header)?.principal.kind).toBe('public');
        const { keySha256 } = (await json(request.body as Readable)) as { keySha256: string };
        return { credential: revoked ? null : accounts.find(keySha256) };
      });
    },
    {},
    { bus: new InProcessBus(), accounts },
  );
});
afterAll(() => harness.close());

describe('while the bus is away (scenario 83)', () => {
  it('keys are still known, and unknown ones refused: accounts is asked by HTTP', async () => {
    const { key } = accounts.add();
    const call = (token: string): Promise<Response> =>
      fetch(`${harness.url}/api/v1/recordings`, { headers: bearer(token) });
    expect((await call(key)).status).toBe(200);
    revoked = true;
    expect((await call(accounts.add().key)).status).toBe(401);
    await harness.services.accounts.close();
    expect((await call(accounts.add().key)).status).toBe(503);
  });

  it('the question is no public route', async () => {
    for (const path of ['/internal/credentials/resolve', '/api/internal/credentials/resolve']) {
      expect((await fetch(harness.url + path, { method: 'POST' })).status).toBe(404);
    }
  });
});
