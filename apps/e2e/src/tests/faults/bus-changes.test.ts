import { AddedProcess, environmentOf, NatsServer, soak, until } from '@capture/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { Receiver } from '../../harness/clients/receiver.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { retry } from '../../harness/retry.js';

const USER = 'capture';
const [RIGHT, WRONG] = ['right', 'wrong'];
/** Longer than the gateway goes without asking about a key; the scenario's minute in a soak. */
const AWAY_MS = soak(60_000, 7_000);
/** Of each process, meanwhile, to connect. */
const ATTEMPTS = 6;
/** A process that had given up would try no more. */
const TRIED_WITHIN_MS = AWAY_MS + 60_000;
const REQUESTS = 10;
const ACK_WAIT_MS = 7_000;
const DEFAULT_ACK_WAIT_MS = 10_000;
const READ = ['capture-requests', 'sessions', 'webhook-endpoints', 'recordings'];

let product: Product;
let nats: NatsServer;
let api: Api;
let receiver: Receiver;

beforeAll(async () => {
  nats = await NatsServer.start(USER, RIGHT);
  product = await Product.start({
    // Standalone has no NATS and leaves this alone.
    NATS_URL: nats.url.replace('//', `//${USER}:${RIGHT}@`),
    CAPTURE_BUDGET_READ: '100000',
    CAPTURE_BUDGET_WRITE: '100000',
  });
  api = new Api(product.baseUrl, product.credentials.liveKey);
  receiver = await Receiver.start();
  await api.post('/v1/webhook-endpoints', { url: receiver.url, events: ['*'] });
});
afterAll(async () => {
  // A start that failed leaves nothing running either.
  await (product as Product | undefined)?.remove();
  await (receiver as Receiver | undefined)?.stop();
  await nats.stop();
});

// A bus that the test before took away may still be on its way back.
beforeEach(async () => {
  await retry('a command', () => createRequests(1));
});

const createRequests = (count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const body = { title: 'An event', prompt: 'Why?', status: 'active' };
      return (await api.post<{ id: string }>('/v1/capture-requests', body)).id;
    }),
  );
const close = (id: string): Promise<unknown> => api.expect(200, 'POST', `/v1/capture-requests/${id}/close`);
const arrived = async (type: string, ids: readonly string[]): Promise<void> => {
  for (const captureRequestId of ids) await receiver.event(type, { captureRequestId });
};
/** How often an event about each of them was delivered. */
const deliveries = (type: string, ids: readonly string[]): number[] =>
  ids.map(
    (id) =>
      receiver.deliveries.filter(({ event }) => event.type === type && event.data['captureRequestId'] === id)
        .length,
  );

interface Outage {
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
  /** Counts what the processes tried meanwhile. */
  attempts?: () => Promise<number>;
}

const REFUSED: Outage = {
  begin: () => nats.admitOnly(USER, WRONG),
  end: () => nats.admitOnly(USER, RIGHT),
  attempts: () => nats.logged('authentication error'),
};
const GONE: Outage = { begin: () => nats.kill(), end: () => nats.up() };

// Standalone has no NATS.
if (MODE === 'distributed')
  describe('while NATS is out of reach', () => {
    /** Where the readiness of each process is asked for. */
    async function processes(): Promise<string[]> {
      const env = Object.entries(await environmentOf(product.dataDir, 'gateway'));
      const services = env.filter(
        ([name]) => /^CAPTURE_UPSTREAM_[A-Z_]+$/.test(name) && !name.endsWith('_MS'),
      );
      return [product.baseUrl, ...services.map(([, url]) => url)];
    }

    const statuses = (urls: readonly string[]): Promise<number[]> =>
      Promise.all(
        urls.map(
          async (url) =>
            (await fetch(url, { headers: { authorization: `Bearer ${product.credentials.liveKey}` } }))
              .status,
        ),
      );

    it.each([
      ['because it refuses the credentials', 84, REFUSED],
      ['because it is gone', 83, GONE],
    ] as const)(
      '%s, every process stays ready, reads and facts go on; once it is back the events come, each once, commands work, and no process was restarted (scenario %i)',
      async (_why, _scenario, { begin, end, attempts }) => {
        const requests = await createRequests(REQUESTS);
        await arrived('capture_request.launched', requests);
        const running = await product.processes();
        const ready = (await processes()).map((url) => `${url}/health/ready`);
        expect(ready).toHaveLength(6);
        const asked = [...ready, ...READ.map((path) => `${product.baseUrl}/api/v1/${path}?limit=1`)];
        const enough = ((await attempts?.()) ?? 0) + ATTEMPTS * ready.length;
        const begun = performance.now();
        const elapsed = (): number => performance.now() - begun;
        await begin();
        try {
          let closed = 0;
          while (elapsed() < AWAY_MS || closed < REQUESTS || (attempts && (await attempts()) < enough)) {
            expect(elapsed()).toBeLessThan(TRIED_WITHIN_MS);
            const id = requests[closed];
            if (id !== undefined) await close(id).then(() => (closed += 1));
            expect(await statuses(asked)).toEqual(asked.map(() => 200));
          }
          expect(deliveries('capture_request.closed', requests)).toEqual(requests.map(() => 0));
        } finally {
          await end();
        }
        await arrived('capture_request.closed', requests);
        const [later = ''] = await retry('a command', () => createRequests(1));
        await arrived('capture_request.launched', [later]);
        expect(deliveries('capture_request.closed', requests)).toEqual(requests.map(() => 1));
        expect(await product.processes()).toEqual(running);
      },
    );
  });

describe(`a setting of consumers that changes (${MODE})`, () => {
  /** The setting as the server has it. */
  async function ackWaitMs(): Promise<number> {
    const client = await connect({ servers: nats.url, user: USER, pass: RIGHT });
    try {
      const { consumers } = await jetstreamManager(client);
      return (await consumers.info('CAPTURE_EVENTS', 'webhooks_all')).config.ack_wait! / 1e6;
    } finally {
      await client.close();
    }
  }

  /** A service's process with the setting beside one without, as in a rolling change; then the other way round. */
  async function changeThereAndBack(): Promise<void> {
    expect(await ackWaitMs()).toBe(DEFAULT_ACK_WAIT_MS);
    const settings = { CAPTURE_BUS_ACK_WAIT_MS: String(ACK_WAIT_MS) };
    const changed = await AddedProcess.start(product.dataDir, 'webhooks', settings);
    try {
      await until('the change', async () => (await ackWaitMs()) === ACK_WAIT_MS);
      await product.kill('webhooks', 'SIGTERM');
      await until('the change back', async () => (await ackWaitMs()) === DEFAULT_ACK_WAIT_MS);
    } finally {
      await changed.stop();
    }
  }

  it('with the restart of a service reaches its consumer, and no event is lost by it (scenario 88)', async () => {
    const before = await createRequests(REQUESTS);
    let changing = true;
    const during: string[] = [];
    const writes = (async () => {
      while (changing && MODE === 'distributed') during.push(...(await createRequests(1)));
    })();
    try {
      if (MODE === 'distributed') await changeThereAndBack();
      else {
        // Its consumers are no one's but the process's own: what they had not done yet is in the outbox.
        await product.stop();
        await product.up({ CAPTURE_BUS_ACK_WAIT_MS: String(ACK_WAIT_MS) });
      }
    } finally {
      changing = false;
      await writes;
    }
    await arrived('capture_request.launched', [...before, ...during, ...(await createRequests(1))]);
    const sequences = new Set(receiver.deliveries.map(({ event }) => Number(event.sequence)));
    expect([...sequences].toSorted((one, other) => one - other)).toEqual(
      Array.from(sequences, (_sequence, at) => at + 1),
    );
  });
});
