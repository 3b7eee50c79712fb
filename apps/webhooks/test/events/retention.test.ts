import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { SCHEDULE_MS, SENDING_DAYS } from '../../src/deliveries/delivery.model.js';
import { EventJobs } from '../../src/events/event.jobs.js';
import { answer } from '../fixtures/receiver.js';
import { WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const DAY = 24 * 3600;

describe('events kept for one day', () => {
  let under: WebhooksUnderTest;
  let organization: Organization;
  let endpointId: string;

  beforeAll(async () => {
    const settings = { CAPTURE_WEBHOOK_RETENTION_DAYS: '1', CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '3600000' };
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), settings);
  });
  beforeEach(async () => {
    const receiving = await under.receiving(answer(500));
    ({ organization, id: endpointId } = receiving);
    // What the organization is told of its failing endpoint is no part of this.
    await organization.call('PATCH', `/v1/webhook-endpoints/${endpointId}`, {
      events: ['capture_request.closed'],
    });
    await organization.hears(1);
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  const prune = (): Promise<void> => under.app.get(EventJobs).prune(new AbortController().signal);
  const isLogged = async (eventId: string): Promise<boolean> =>
    (await organization.call('GET', `/v1/events/${eventId}`)).status === 200;

  it('a delivery that outlives the retention has every attempt of its schedule, and goes once it has ended', async () => {
    for (const [step, wait] of SCHEDULE_MS.slice(1).entries()) {
      await organization.settled(endpointId, step + 1, 'pending');
      await prune();
      under.later((wait / 1000) * 1.2 + 1);
    }
    const { eventId } = await organization.settled(endpointId, SCHEDULE_MS.length, 'failed');
    expect(await isLogged(eventId)).toBe(true);
    await prune();
    expect([await isLogged(eventId), await organization.deliveries(endpointId)]).toEqual([false, []]);
  });

  it('one that has waited for days longer than a schedule takes goes, however many attempts it has left', async () => {
    const { id, eventId } = await organization.settled(endpointId, 1, 'pending');
    await under.sql(`UPDATE queue_item SET due_at = now() + interval '90 days' WHERE delivery_id = $1`, id);
    under.clock.advance(SENDING_DAYS * DAY);
    await prune();
    expect(await isLogged(eventId)).toBe(true);
    under.clock.advance(DAY);
    await prune();
    expect([await isLogged(eventId), await organization.deliveries(endpointId)]).toEqual([false, []]);
    expect(await under.sql('SELECT FROM queue_item')).toEqual([]);
  });

  it('one that a replay queues while its event is removed stays, with its event', async () => {
    const { id, eventId } = await organization.settled(endpointId, 1, 'pending');
    await under.sql('DELETE FROM queue_item WHERE delivery_id = $1', id);
    await under.sql(`UPDATE delivery SET status = 'failed' WHERE id = $1`, id);
    under.clock.advance(2 * DAY);
    const replay = new pg.Client({
      connectionString: under.databaseUrl,
      options: '-c capture.organization=*',
    });
    await replay.connect();
    await replay.query('BEGIN');
    await replay.query(
      `WITH queued AS (UPDATE delivery SET status = 'pending' WHERE id = $1 RETURNING *)
       INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
       SELECT id, endpoint_id, organization_id, now() + interval '90 days' FROM queued`,
      [id],
    );
    const pruned = prune();
    await until('the removal to wait for the replay', async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'`;
      return (await under.sql(waiting)).length === 1;
    });
    await replay.query('COMMIT');
    await replay.end();
    await pruned;
    expect(await isLogged(eventId)).toBe(true);
    expect((await organization.deliveries(endpointId)).map(({ status }) => status)).toEqual(['pending']);
  });
});
