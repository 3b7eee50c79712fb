import { commandSubject } from '@capture/contracts';
import { InProcessBus } from '@capture/messaging';
import { until } from '@capture/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { bearer, FakeAccounts, startGateway, type Harness } from '../fixtures/gateway.js';

let harness: Harness;
const bus = new InProcessBus();
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.close();
  await bus.close();
});

it('a key in use is asked about ahead of the end of its cached answer, and no call waits for that', async () => {
  const accounts = new FakeAccounts();
  const { key } = accounts.add();
  let asked = 0;
  let answer = (): void => undefined;
  bus.serve('accounts', commandSubject('accounts.resolve_credential'), async (payload) => {
    asked += 1;
    if (asked > 1) await new Promise<void>((resolve) => (answer = resolve));
    return accounts.find((payload as { keySha256: string }).keySha256);
  });
  harness = await startGateway(
    ({ recordings }) => void recordings.all('/*', () => ({})),
    {},
    { bus, accounts },
  );
  const read = async (): Promise<number> =>
    (await fetch(`${harness.url}/api/v1/recordings`, { headers: bearer(key) })).status;
  expect([await read(), asked]).toEqual([200, 1]);
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 4_500);
  // Accounts has not answered by the time that the call is.
  expect(await read()).toBe(200);
  await until('accounts to be asked again', () => asked === 2);
  answer();
});
