import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { startTraced } from './fixtures/traced-service.js';

it('a collector that takes connections and never answers holds up the end of a service for two seconds at most', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  try {
    const service = await startTraced(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await fetch(`${service.url}/traced`);
    const begun = Date.now();
    await service.close();
    expect(Date.now() - begun).toBeLessThan(6_000);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
