import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Answer, type ProblemBody } from '../../harness/clients/api.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { retry } from '../../harness/retry.js';

/** Longer than the gateway goes without asking about a key. */
const CACHED_MS = 7_000;
/** Connections of a service to its database. */
const POOL = 6;

interface Kind {
  /** The service that owns the objects. */
  owner: string;
  collection: string;
  /** How many are created at once: more than the service has connections. */
  count: number;
  body: (name: string) => unknown;
}

/** The object itself, or for a room the object with its links. */
interface Created {
  id: string;
  session?: { id: string };
}

/** What can be created with one call, by each service that takes calls of integrators. */
const KINDS: readonly Kind[] = [
  {
    owner: 'capture-requests',
    collection: 'capture-requests',
    count: 24,
    body: (name) => ({ title: name, prompt: 'Why?' }),
  },
  { owner: 'sessions', collection: 'sessions', count: 24, body: () => ({}) },
  {
    owner: 'webhooks',
    collection: 'webhook-endpoints',
    // An organization has at most ten.
    count: 8,
    body: (name) => ({ url: `http://127.0.0.1:9/${name}` }),
  },
];
const STOPPED =
  MODE === 'standalone'
    ? ['the process']
    : ['accounts', 'capture-requests', 'sessions', 'recordings', 'webhooks'];

/** 200, or what was answered instead. */
const outcome = ({ status, body }: Answer<unknown>): unknown =>
  status === 200 ? status : [status, (body as ProblemBody).detail];

describe(`a process that stands still (${MODE})`, () => {
  let product: Product;
  let api: Api;

  beforeAll(async () => {
    product = await Product.start({
      DATABASE_POOL_SIZE: String(POOL),
      CAPTURE_BUDGET_READ: '100000',
      CAPTURE_BUDGET_WRITE: '100000',
    });
    api = new Api(product.baseUrl, product.credentials.liveKey);
  });
  afterAll(() => product.remove());

  const write = (kind: Kind, name: string): Promise<Answer<Created & ProblemBody>> =>
    api.call('POST', `/v1/${kind.collection}`, {
      body: kind.body(name),
      headers: { 'idempotency-key': name },
    });
  const settled = (kind: Kind, name: string): Promise<string> =>
    retry('the write to be answered', async () => {
      const { status, body } = await write(kind, name);
      if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
      return body.session?.id ?? body.id;
    });

  it.each(STOPPED)(
    '%s, under writes with Idempotency-Key: reads of the others go on, and each write has one effect afterwards (scenario 82)',
    async (stopped) => {
      const run = randomUUID();
      const nameOf = (kind: Kind, index: number): string => `${run}-${kind.collection}-${index}`;
      await product.ready();
      await product.kill(stopped, 'SIGSTOP');
      let answered = 0;
      const writes = KINDS.flatMap((kind) =>
        Array.from({ length: kind.count }, (_unused, index) =>
          write(kind, nameOf(kind, index))
            .catch(() => undefined)
            .finally(() => (answered += 1)),
        ),
      );
      try {
        for (const { owner, collection } of KINDS) {
          if (MODE === 'standalone' || owner === stopped) continue;
          const reads = await Promise.all(
            Array.from({ length: 2 * POOL }, () => api.call('GET', `/v1/${collection}?limit=1`)),
          );
          expect([owner, reads.map(outcome)]).toEqual([owner, reads.map(() => 200)]);
        }
        // Otherwise nothing was stopped.
        if (KINDS.some(({ owner }) => owner === stopped)) expect(answered).toBeLessThan(writes.length);
      } finally {
        await product.kill(stopped, 'SIGCONT');
      }
      await Promise.all(writes);
      for (const kind of KINDS) {
        const names = Array.from({ length: kind.count }, (_unused, index) => nameOf(kind, index));
        const first = await Promise.all(names.map((name) => settled(kind, name)));
        const again = await Promise.all(names.map((name) => settled(kind, name)));
        expect(again).toEqual(first);
        expect(new Set(first).size).toBe(kind.count);
        if (kind.owner === 'webhooks')
          for (const id of first) await api.expect(204, 'DELETE', `/v1/webhook-endpoints/${id}`);
      }
    },
  );

  it.each(MODE === 'standalone' ? [] : ['nats'])(
    'without an answer from %s the gateway stays ready, reads go on, and what needs a command says when to try again (scenario 83)',
    async (bus) => {
      await product.ready();
      await product.kill(bus, 'SIGSTOP');
      try {
        for (const begin = performance.now(); performance.now() - begin < CACHED_MS;) {
          const reads = await Promise.all(
            KINDS.map(({ collection }) => api.call('GET', `/v1/${collection}?limit=1`)),
          );
          expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
          expect((await fetch(`${product.baseUrl}/health/ready`)).status).toBe(200);
        }
        const refused = await api.call('POST', '/v1/capture-requests', {
          body: { title: 'Later', prompt: 'Why?' },
        });
        expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      } finally {
        await product.kill(bus, 'SIGCONT');
      }
      await retry('the bus to be back', () =>
        api.post('/v1/capture-requests', { title: 'Now', prompt: 'Why?' }),
      );
    },
  );
});
