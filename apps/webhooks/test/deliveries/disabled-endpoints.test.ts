import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { QueueJobs } from '../../src/deliveries/queue/queue.jobs.js';
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
    await under.app.get(QueueJobs).holdForDisabledEndpoints();
    await until('held', async () => (await organization.deliveries(id))[0]?.status === 'held');
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
