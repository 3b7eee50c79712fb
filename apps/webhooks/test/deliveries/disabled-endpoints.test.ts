import { Database } from '@capture/persistence';
import { soak, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { QueueJobs } from '../../src/deliveries/queue/queue.jobs.js';
import { HOLD_BATCH, QueueRepository } from '../../src/deliveries/queue/queue.repository.js';
import { holding } from '../fixtures/holding.js';
import { answer, Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('deliveries to a disabled endpoint', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(() => under.stop());

  it('housekeeping holds what a dead worker left in flight for an endpoint that is disabled since', async () => {
    const receiver = await Receiver.start(answer(500));
    const organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    await under.hears(closedEvent(organization.id));
    await organization.settled(id, 1, 'pending');
    await under.sql(`UPDATE queue_item SET lease_id = 'dead' WHERE endpoint_id = $1 RETURNING 1`, id);
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'disabled' });
    expect((await organization.deliveries(id))[0]?.status).toBe('pending');
    under.clock.advance(60);
    await under.app.get(QueueJobs).holdForDisabledEndpoints(new AbortController().signal);
    await until('held', async () => (await organization.deliveries(id))[0]?.status === 'held');
    await receiver.stop();
  });

  it('an attempt that ends as its endpoint is disabled and enabled again holds nothing that comes after', async () => {
    let fail: (() => void) | undefined;
    const { organization, receiver, id } = await under.receiving(
      (request, response, index) => void (fail = () => answer(500)(request, response, index)),
    );
    const patch = (status: string): Promise<unknown> =>
      organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status });
    await organization.hears(1);
    await until('the attempt', () => fail !== undefined);
    await patch('disabled');
    receiver.respond = answer(500);
    const queue = under.app.get(QueueRepository);
    const hold = queue.hold.bind(queue);
    let enabling: Promise<unknown> | undefined;
    let enabled = false;
    const spy = vi.spyOn(queue, 'hold').mockImplementation(async (endpointId, now) => {
      // Enabling the endpoint holds what is left, too.
      if (enabling) return hold(endpointId, now);
      await under.app.get(Database).outsideTransaction(async () => {
        enabling = patch('enabled').then(async () => {
          await organization.hears(1);
          await organization.settled(id, 1, 'pending');
          enabled = true;
        });
        const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await until(
          'it to be enabled, or to wait',
          async () => enabled || (await under.sql(waits)).length > 0,
        );
      });
      return hold(endpointId, now);
    });
    fail?.();
    await until('the first to be held, and what comes after to wait for its retry', async () => {
      const statuses = (await organization.deliveries(id)).map(({ status }) => status);
      return enabled && statuses.join() === 'pending,held';
    });
    spy.mockRestore();
    await receiver.stop();
  });

  it('an attempt that fails while its endpoint is being disabled leaves nothing pending', async () => {
    const held: (() => void)[] = [];
    const receiver = await Receiver.start((request, response, index) =>
      answer(index < 3 ? 200 : 500)(request, response, index),
    );
    const organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    // Proven and failing already: one more failure says nothing new about it.
    for (const status of ['succeeded', 'succeeded', 'succeeded', 'pending'] as const) {
      await under.hears(closedEvent(organization.id));
      await organization.settled(id, 1, status);
    }
    receiver.respond = (request, response, index) =>
      void held.push(() => answer(500)(request, response, index));
    await under.hears(closedEvent(organization.id));
    await until('the attempt', () => held.length === 1);
    const client = new pg.Client({
      connectionString: under.databaseUrl,
      options: '-c capture.organization=*',
    });
    await client.connect();
    await client.query('BEGIN');
    // As the service does it: what is in flight is passed over.
    await client.query(`UPDATE endpoint SET status = 'disabled', disabled_reason = 'manual' WHERE id = $1`, [
      id,
    ]);
    held[0]?.();
    await until('its record', async () => (await organization.deliveries(id))[0]?.attemptCount === 1);
    await client.query('COMMIT');
    await client.end();
    await until('nothing pending', async () =>
      (await organization.deliveries(id)).every(({ status }) => status !== 'pending'),
    );
    await receiver.stop();
  });
});

describe('disabling an endpoint for which very much waits', () => {
  const waiting = soak(1_000_000, 3 * HOLD_BATCH);
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    // The job runs when it is called.
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '3600000',
    });
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  /** Deliveries that wait for tomorrow, each for another time. */
  const fill = (organizationId: string, endpointId: string, count: number): Promise<unknown> =>
    under.sql(
      `WITH logged AS (
         INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
         SELECT 'evt_' || $1 || n, $1, -n, 'capture_request.closed', '{}', now(), now() FROM generate_series(1, $3::int) n
         RETURNING id, sequence
       ), made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT 'dlv_' || id, $2, $1, id, 'capture_request.closed', 'pending', 1, now() FROM logged RETURNING id, event_id
       ) INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
       SELECT made.id, $2, $1, now() + interval '1 day' + logged.sequence * interval '1 ms'
       FROM made JOIN logged ON logged.id = made.event_id`,
      organizationId,
      endpointId,
      count,
    );

  it('is answered after a batch; the rest is held in batches, and until then it cannot be enabled, so that nothing of it is sent', async () => {
    const { organization, id, receiver } = await under.receiving();
    await fill(organization.id, id, waiting);
    const left = async (): Promise<number> =>
      (
        await under.sql<{ n: number }>('SELECT count(*)::int AS n FROM queue_item WHERE endpoint_id = $1', id)
      )[0]?.n ?? -1;
    // A batch of the job waits for this row, so that what is between can be seen.
    const letGo = await holding(
      under.databaseUrl,
      'SELECT 1 FROM queue_item WHERE endpoint_id = $1 ORDER BY due_at DESC LIMIT 1 FOR UPDATE',
      id,
    );
    const change = (status: string) => organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status });
    expect((await change('disabled')).status).toBe(200);
    expect(await left()).toBeGreaterThanOrEqual(HOLD_BATCH);
    await letGo();
    await until('the rest', async () => (await left()) === 0, 600_000);
    expect((await change('enabled')).status).toBe(200);
    under.later(2 * 86_400);
    await under.hears(closedEvent(organization.id));
    await until('what is new', () => receiver.requests.length === 1);
    const counts = await under.sql(
      'SELECT status, count(*)::int AS n FROM delivery WHERE endpoint_id = $1 GROUP BY status ORDER BY n',
      id,
    );
    expect(counts.at(-1)).toEqual({ status: 'held', n: waiting });
  }, 900_000);

  it('answers 409 to enabling it while more is to be held than one transaction takes', async () => {
    const { organization, id } = await under.receiving();
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'disabled' });
    await fill(organization.id, id, HOLD_BATCH + 1);
    const enable = () => organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'enabled' });
    expect(await enable()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await under.app.get(QueueJobs).holdForDisabledEndpoints(new AbortController().signal);
    expect((await enable()).status).toBe(200);
  });
});
