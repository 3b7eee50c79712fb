import type { EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { soak, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ReplayedDeliveriesDto } from '../../src/deliveries/delivery.dto.js';
import {
  CANDIDATES,
  CLAIM,
  ClaimRepository,
  PUT_OFF,
  READY,
} from '../../src/deliveries/queue/claim.repository.js';
import { RECORD } from '../../src/deliveries/queue/outcome.repository.js';
import { STATE } from '../../src/deliveries/queue/queue.repository.js';
import { TAKE_OVER } from '../../src/deliveries/workers/worker.repository.js';
import { answer, Receiver, type Respond } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const hang: Respond = () => undefined;
/** What other work on the machine may add to a receipt; far below the time that an attempt may hang. */
const BUSY_MS = 8_000;

function percentile(values: number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
    Number.NaN
  );
}

describe('isolation', () => {
  let under: WebhooksUnderTest;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_ENDPOINT_CAP: '100',
      // What hangs is not given up while a busy machine measures those beside it.
      CAPTURE_WEBHOOK_TIMEOUT_MS: '20000',
    });
  });
  const endpoints: { owner: Organization; id: string }[] = [];
  afterEach(async () => {
    // Deleted while their attempts hang, so that no test feels the one before it.
    for (const { owner, id } of endpoints.splice(0)) {
      expect((await owner.call('DELETE', `/v1/webhook-endpoints/${id}`)).status).toBe(204);
    }
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  afterAll(() => under.stop());

  async function receiver(respond?: Respond): Promise<Receiver> {
    const one = await Receiver.start(respond);
    receivers.push(one);
    return one;
  }

  async function endpoint(owner: Organization, url: string): Promise<string> {
    const { id } = await owner.endpoint(url);
    endpoints.push({ owner, id });
    return id;
  }

  /** Publishes `count` events to each organization in turn; milliseconds from publishing to receipt. */
  async function latencies(organizations: Organization[], count: number, at: Receiver): Promise<number[]> {
    const sent = new Map<string, number>();
    for (let round = 0; round < count; round += 1) {
      const events = organizations.map(({ id }) => closedEvent(id));
      for (const event of events) sent.set(event.id, performance.now());
      await under.hears(...events);
    }
    await until('all receipts', () => [...sent.keys()].every((id) => at.ids.includes(id)), 60_000);
    const received = new Map(
      at.requests.map((request) => [String(request.headers['webhook-id']), request.at]),
    );
    return [...sent].map(([id, sentAt]) => (received.get(id) ?? Number.NaN) - sentAt);
  }

  it('with half of 100 endpoints black-holed, the healthy half receives everything while their backlog waits (scenario 15)', async () => {
    const healthy = await receiver();
    const black = await receiver(hang);
    const good = Array.from({ length: 50 }, () => under.organization());
    await Promise.all(good.map((organization) => endpoint(organization, healthy.url)));
    await latencies(good, 4, healthy);
    const rounds = 6;
    const alone = await latencies(good, rounds, healthy);
    const bad = Array.from({ length: 50 }, () => under.organization());
    await Promise.all(bad.map((organization) => endpoint(organization, black.url)));
    const backlog = 20;
    for (const { id } of bad) await under.hears(...Array.from({ length: backlog }, () => closedEvent(id)));
    await until('every black hole to hold its one slot', () => black.requests.length >= 50);
    const beside = await latencies(good, rounds, healthy);
    // Had anybody queued behind them, nearly all of the black holes' events would have been tried by now.
    expect(new Set(black.ids).size).toBeLessThan((50 * backlog) / 2);
    const [p99, before] = [percentile(beside, 0.99), percentile(alone, 0.99)];
    // Twice as long as alone, and what a busy machine adds. Behind a black hole, a receipt would take its 20 s.
    expect(p99).toBeLessThan(2 * before + BUSY_MS);
  });

  it('a proven endpoint that begins to hang holds four slots, a new one holds one', async () => {
    const organization = under.organization();
    const proven = await receiver();
    const fresh = await receiver(hang);
    const id = await endpoint(organization, proven.url);
    for (let index = 0; index < 3; index += 1) {
      await under.hears(closedEvent(organization.id));
      await organization.settled(id, 1, 'succeeded');
    }
    proven.respond = hang;
    const before = proven.requests.length;
    const other = under.organization();
    await endpoint(other, fresh.url);
    await under.hears(
      ...Array.from({ length: 12 }, (_value, index) => closedEvent(index % 2 ? organization.id : other.id)),
    );
    await until(
      'the slots to fill',
      () => proven.requests.length === before + 4 && fresh.requests.length === 1,
    );
    const [flying] = await under.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM queue_item q JOIN endpoint e ON e.id = q.endpoint_id WHERE q.lease_id IS NOT NULL',
    );
    expect(flying?.n).toBe(5);
  });

  it('a backlog of 100,000 on one endpoint delays nobody else (scenario 16)', async () => {
    const quick = await receiver();
    const other = under.organization();
    await endpoint(other, quick.url);
    const baseline = percentile(await latencies([other], 30, quick), 0.5);
    const crowded = under.organization();
    const stuck = await receiver(hang);
    const id = await endpoint(crowded, stuck.url);
    await under.sql(
      `WITH events AS (
         INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
         SELECT 'evt_b' || n, $1, n, 'capture_request.closed', '{}', now(), now() FROM generate_series(1, 100000) n RETURNING id
       ), made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, created_at)
         SELECT 'dlv_' || id, $2, $1, id, 'capture_request.closed', 'pending', now() FROM events RETURNING id
       ), queued AS (
         INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at) SELECT id, $2, $1, now() FROM made RETURNING 1
       ) SELECT count(*)::int AS n FROM queued`,
      crowded.id,
      id,
    );
    await until('the backlog to start', () => stuck.requests.length > 0);
    const delays = await latencies([other], 30, quick);
    // Behind one attempt of the backlog's endpoint, a receipt would take its 20 s.
    expect(percentile(delays, 0.5)).toBeLessThan(2 * baseline + BUSY_MS);
    // Everything of the other's arrived while the backlog still waits for its first answers.
    expect(new Set(stuck.ids).size).toBeLessThan(100);
    // Between an attempt that was given up and the next one, none is in flight.
    await until('its one attempt in flight, with more due than are looked at', async () => {
      const now = under.clock.now();
      const candidates = await under.app
        .get(Database)
        .forEveryOrganization('a test looks', () =>
          under.app.get(ClaimRepository).candidates([crowded.id], now, 30_000),
        );
      const crowd = candidates.find(({ endpointId }) => endpointId === id);
      return crowd?.due === 4 && crowd.inFlight === 1;
    });
  });

  it('claiming and measuring the backlog walk indexes only, however many finished deliveries there are', async () => {
    const rows = soak(1_000_000);
    const owner = under.organization();
    const id = await endpoint(owner, (await receiver()).url);
    await under.sql(
      `WITH logged AS (
         INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
         SELECT 'evt_f' || n, $1, n, 'capture_request.closed', '{}', now(), now() FROM generate_series(1, $3::int) n RETURNING id
       ), made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT 'dlv_' || id, $2, $1, id, 'capture_request.closed', 'succeeded', 1, now() FROM logged RETURNING id
       ) SELECT count(*)::int AS n FROM made`,
      owner.id,
      id,
      rows,
    );
    await under.sql(
      `INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
       SELECT 'dlv_evt_f' || n, $2, $1, now() + interval '1 day' FROM generate_series(1, 20000) n RETURNING 1`,
      owner.id,
      id,
    );
    for (const table of ['queue_item', 'delivery', 'event', 'endpoint'])
      await under.app.get(Database).execute(`ANALYZE ${table}`);
    const now = under.clock.now();
    const explained = [
      ...(await under.sql<object>(`EXPLAIN ${READY}`, now, 256)),
      ...(await under.sql<object>(`EXPLAIN ${CANDIDATES}`, now, 3, 4, now, now, [owner.id])),
      ...(await under.sql<object>(`EXPLAIN ${PUT_OFF}`, [owner.id], [], now)),
      ...(await under.sql<object>(`EXPLAIN ${STATE}`, now, now)),
      ...(await under.sql<object>(`EXPLAIN ${RECORD}`, '[]', now)),
      ...(await under.sql<object>(`EXPLAIN ${TAKE_OVER}`, 5_000, 'a worker', 'another', now, now)),
      ...(await under.sql<object>(`EXPLAIN ${CLAIM}`, ['dlv_evt_f1', 'dlv_evt_f2'], now, 'lease', now)),
    ];
    const plan = explained.map((row) => Object.values(row).join()).join('\n');
    expect(plan).toContain('Index');
    expect(plan).not.toMatch(/Seq Scan on (queue_item|delivery|event)/);
  });

  it('a storm of replays sends each delivery once per replay that found it finished, and delays nobody else (scenario 18)', async () => {
    const stormy = under.organization();
    const target = await receiver();
    const id = await endpoint(stormy, target.url);
    const events: EventEnvelope[] = Array.from({ length: 100 }, () => closedEvent(stormy.id));
    await under.hears(...events);
    await until('the first round', () => target.requests.length === 100);
    await until('its record', async () =>
      (await stormy.deliveries(id)).every(({ status }) => status === 'succeeded'),
    );
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    const quiet = under.organization();
    const calm = await receiver();
    await endpoint(quiet, calm.url);
    const storm = Promise.all(
      Array.from({ length: 25 }, () =>
        stormy.call<ReplayedDeliveriesDto>('POST', `/v1/webhook-endpoints/${id}/replay`, range),
      ),
    );
    const delays = await latencies([quiet], 10, calm);
    const replayed = (await storm).map(({ status, body }) => (status === 202 ? body.replayed : Number.NaN));
    const expected = 100 + replayed.reduce((sum, count) => sum + count, 0);
    expect(expected).toBeGreaterThanOrEqual(200);
    await until('every replay', () => target.requests.length >= expected);
    await until(
      'the queue to be empty',
      async () =>
        (await under.sql('SELECT 1 FROM queue_item WHERE endpoint_id = $1 LIMIT 1', id)).length === 0,
    );
    expect(target.requests).toHaveLength(expected);
    for (const event of events) {
      const bodies = target.requests
        .filter(({ headers }) => headers['webhook-id'] === event.id)
        .map(({ body }) => body);
      expect(new Set(bodies).size).toBe(1);
    }
    expect(delays).toHaveLength(10);
  });

  it('a receiver that answers slowly keeps its own pace and nobody else’s', async () => {
    const slow = await receiver(
      (request, response, index) => void setTimeout(() => answer(200)(request, response, index), 1000),
    );
    const organization = under.organization();
    await endpoint(organization, slow.url);
    await under.hears(...Array.from({ length: 10 }, () => closedEvent(organization.id)));
    const quick = await receiver();
    const other = under.organization();
    await endpoint(other, quick.url);
    await latencies([other], 10, quick);
    expect(slow.requests.length).toBeLessThan(10);
    await until('the slow one to finish', () => slow.requests.length === 10);
  });
});
