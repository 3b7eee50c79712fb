import { soak, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { BATCH } from '../../src/deliveries/deleted-endpoint.jobs.js';
import {
  NEXT_DELIVERIES,
  REMOVE_DELIVERIES,
  REMOVE_QUEUED,
} from '../../src/deliveries/deleted-endpoint.repository.js';
import { holding } from '../fixtures/holding.js';
import { answer, Receiver } from '../fixtures/receiver.js';
import { SharedDatabase, type WebhooksProcess } from '../fixtures/webhooks-process.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';

describe('an endpoint with very many deliveries', () => {
  const rows = soak(500_000, 5 * BATCH);
  let database: SharedDatabase;
  let receiver: Receiver;

  const start = (): Promise<WebhooksProcess> => database.process({ CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '1000' });

  /** Deliveries of an endpoint, each attempted once, every fourth of them queued for tomorrow. */
  const deliver = async (organizationId: string, endpointId: string, count: number): Promise<void> => {
    await database.sql(
      `INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
       SELECT 'evt_' || $1 || n, $1, n, 'capture_request.closed', '{}', now(), now() FROM generate_series(1, $2::int) n`,
      [organizationId, count],
    );
    await database.sql(
      `WITH made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT 'dlv_' || lpad(n::text, 8, '0') || $2, $2, $1, 'evt_' || $1 || n, 'capture_request.closed',
           CASE n % 4 WHEN 0 THEN 'pending' ELSE 'failed' END, 1, now() FROM generate_series(1, $3::int) n RETURNING id, status
       ), tried AS (
         INSERT INTO attempt (delivery_id, attempt, at, status, latency_ms, response_body) SELECT id, 1, now(), 500, 1, 'no' FROM made
       ) INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
       SELECT id, $2, $1, now() + interval '1 day' FROM made WHERE status = 'pending'`,
      [organizationId, endpointId, count],
    );
  };

  const left = async (endpointId: string): Promise<Record<string, number>> => {
    const [counts] = await database.sql<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM delivery WHERE endpoint_id = $1) AS deliveries,
              (SELECT count(*)::int FROM queue_item WHERE endpoint_id = $1) AS queued,
              (SELECT count(*)::int FROM attempt WHERE delivery_id LIKE '%' || $1) AS attempts,
              (SELECT count(*)::int FROM secret WHERE endpoint_id = $1) AS secrets,
              (SELECT count(*)::int FROM deleted_endpoint WHERE id = $1) AS deletions`,
      [endpointId],
    );
    if (!counts) throw new Error('nothing was counted');
    return counts;
  };

  beforeAll(async () => {
    database = await SharedDatabase.start(inject('postgresAdminUrl'));
    receiver = await Receiver.start();
  });
  afterEach(() => database.killProcesses());
  afterAll(async () => {
    await receiver.stop();
    await database.close();
  });

  it('is gone as soon as the delete is answered; what it leaves goes in batches, through kill -9, by whoever is there', async () => {
    const [one, other] = [await start(), await start()];
    const [doomed, spared] = [await one.endpoint(receiver.url), await one.endpoint(receiver.url)];
    await deliver(doomed.organizationId, doomed.id, rows);
    await deliver(spared.organizationId, spared.id, 100);
    const inThirdBatch = `dlv_${String(2 * BATCH + 7).padStart(8, '0')}${doomed.id}`;
    const letGo = await holding(
      database.url,
      'SELECT 1 FROM delivery WHERE id = $1 FOR UPDATE',
      inThirdBatch,
    );

    const { organizationId } = doomed;
    const deletedAt = performance.now();
    expect((await one.call(organizationId, 'DELETE', `/${doomed.id}`)).status).toBe(204);
    const answeredMs = performance.now() - deletedAt;
    for (const path of ['', '/deliveries', `/deliveries/${inThirdBatch}`])
      expect((await other.call(organizationId, 'GET', `/${doomed.id}${path}`)).status).toBe(404);
    expect((await other.call(organizationId, 'GET', '')).body).toEqual({
      data: [],
      nextCursor: null,
    });
    expect((await other.call(organizationId, 'DELETE', `/${doomed.id}`)).status).toBe(404);
    expect((await left(doomed.id))['secrets']).toBe(0);

    const remaining = rows - 2 * BATCH;
    await until('two batches', async () => (await left(doomed.id))['deliveries'] === remaining, 30_000);
    await database.killProcesses();
    await letGo();
    expect(await left(doomed.id)).toEqual({
      deliveries: remaining,
      queued: remaining / 4,
      attempts: remaining,
      secrets: 0,
      deletions: 1,
    });
    await Promise.all([start(), start()]);
    const resumedAt = performance.now();
    await until('the rest', async () => (await left(doomed.id))['deletions'] === 0, 600_000);
    const restSec = (performance.now() - resumedAt) / 1000;
    process.stdout.write(
      `${rows} deliveries: answered after ${answeredMs.toFixed(0)} ms, ${remaining} removed in ${restSec.toFixed(1)} s\n`,
    );
    const nothing = { deliveries: 0, queued: 0, attempts: 0, secrets: 0, deletions: 0 };
    expect(await left(doomed.id)).toEqual(nothing);
    expect(await left(spared.id)).toEqual({
      ...nothing,
      deliveries: 100,
      queued: 25,
      attempts: 100,
      secrets: 1,
    });
  }, 900_000);

  it('is removed by walking indexes only', async () => {
    const owner = await (await start()).endpoint(receiver.url);
    // Enough for the planner to care.
    await deliver(owner.organizationId, owner.id, Math.max(rows, 40_000));
    await database.sql('ANALYZE delivery, queue_item');
    const batch = await database.sql<{ id: string }>(NEXT_DELIVERIES, [owner.id, '', BATCH]);
    const ids = batch.map(({ id }) => id);
    expect(ids).toHaveLength(BATCH);
    const plans = [
      await database.sql<object>(`EXPLAIN ${NEXT_DELIVERIES}`, [owner.id, ids.at(-1), BATCH]),
      await database.sql<object>(`EXPLAIN ${REMOVE_QUEUED}`, [ids]),
      await database.sql<object>(`EXPLAIN ${REMOVE_DELIVERIES}`, [ids]),
    ].map((lines) => lines.map((line) => Object.values(line).join()).join('\n'));
    for (const plan of plans) {
      expect(plan).toMatch(/Index/);
      expect(plan).not.toMatch(/Seq Scan|Sort/);
    }
  });
});

describe('scenario 17: an endpoint deleted in flight', () => {
  let under: WebhooksUnderTest;
  let receiver: Receiver;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '1000',
    });
  });
  beforeEach(async () => {
    receiver = await Receiver.start(
      (request, response, index) => void held.push(() => answer(500)(request, response, index)),
    );
  });
  afterEach(() => receiver.stop());
  afterAll(() => under.stop());

  it('is sent nothing any more and counts as no backlog, even while its deliveries are still there', async () => {
    const owner = under.organization();
    const { id } = await owner.endpoint(receiver.url);
    await under.hears(...[1, 2, 3].map(() => closedEvent(owner.id)));
    await until('the first attempt', () => held.length === 1);
    const letGo = await holding(
      under.databaseUrl,
      `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':removals', 0))`,
    );
    expect((await owner.call('DELETE', `${ROOT}/${id}`)).status).toBe(204);
    held.shift()?.();
    const attempts = (): Promise<unknown[]> =>
      under.sql(
        'SELECT 1 FROM attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1',
        id,
      );
    await until('the record of the attempt', async () => (await attempts()).length === 1);

    // What happens later is delivered to another endpoint, looks for work included, and never to this one.
    const control = await Receiver.start();
    await owner.endpoint(control.url);
    under.later(3600);
    const event = closedEvent(owner.id);
    await under.hears(event);
    await until('the delivery elsewhere', () => control.ids.includes(event.id));
    expect(receiver.requests).toHaveLength(1);
    const deliveries = await under.sql('SELECT status FROM delivery WHERE endpoint_id = $1', id);
    expect(deliveries).toEqual(Array.from({ length: 3 }, () => ({ status: 'pending' })));
    const { payload } = await under.app.inject({ method: 'GET', url: '/metrics' });
    expect(payload).toMatch(/^capture_webhooks_backlog_age_seconds.* 0$/m);

    await letGo();
    await until('the rest to go', async () => {
      return (await under.sql('SELECT 1 FROM delivery WHERE endpoint_id = $1', id)).length === 0;
    });
    expect(await under.sql('SELECT 1 FROM queue_item WHERE endpoint_id = $1', id)).toEqual([]);
    await control.stop();
  });

  it('ends harmlessly when its rows are gone before its attempt is', async () => {
    const owner = under.organization();
    const { id } = await owner.endpoint(receiver.url);
    await under.hears(closedEvent(owner.id));
    await until('the attempt', () => held.length === 1);
    expect((await owner.call('DELETE', `${ROOT}/${id}`)).status).toBe(204);
    const rows = (): Promise<unknown[]> => under.sql('SELECT 1 FROM delivery WHERE endpoint_id = $1', id);
    await until('its rows to go', async () => (await rows()).length === 0);
    held.shift()?.();
    const control = await Receiver.start(answer(500));
    const { id: controlId } = await owner.endpoint(control.url);
    await under.hears(closedEvent(owner.id));
    await owner.settled(controlId, 1);
    expect(await rows()).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
    await control.stop();
  });
});
