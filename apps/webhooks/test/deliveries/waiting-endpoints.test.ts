import { blocksRead, vacuum } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ENDPOINTS = 5_000;
const TABLES = ['queue_item', 'endpoint', 'ready_organization'];

describe('endpoints that wait for a retry', () => {
  let under: WebhooksUnderTest;
  let receiver: Receiver;
  beforeAll(async () => {
    // Nothing but the test has the worker look.
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_WEBHOOK_POLL_MS: '60000' });
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.stop();
    await under.stop();
  });

  const blocks = (): Promise<number> => blocksRead(under.databaseUrl, TABLES);

  it(`however many there are, a delivery to another one reads as little as alone`, async () => {
    const organization = under.organization();
    await organization.endpoint(receiver.url);
    const deliver = async (): Promise<number> => {
      await vacuum(under.databaseUrl, TABLES);
      const before = await blocks();
      for (let round = 0; round < 5; round += 1) {
        const event = closedEvent(organization.id);
        await under.hears(event);
        await until('its receipt', () => receiver.ids.includes(event.id));
      }
      // Asked of a table that is not counted.
      const pending = (): Promise<unknown[]> =>
        under.sql(
          `SELECT 1 FROM delivery WHERE organization_id = $1 AND status = 'pending'`,
          organization.id,
        );
      await until('its record', async () => (await pending()).length === 0);
      return (await blocks()) - before;
    };
    // How often the worker looks meanwhile depends on the machine: the least of some is what deliveries need.
    const least = async (rounds: number): Promise<number> => {
      let blocks = await deliver();
      while (--rounds > 0) blocks = Math.min(blocks, await deliver());
      return blocks;
    };
    await deliver();
    const alone = await least(3);
    await under.sql(
      `WITH listed AS (SELECT 'waiting_' || n AS name FROM generate_series(1, $1::int) n), owned AS (
         INSERT INTO endpoint (id, organization_id, url, events, status, created_at)
         SELECT 'whe_' || name, 'org_' || name, $2, '{*}', 'enabled', now() FROM listed RETURNING 1
       ), logged AS (
         INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
         SELECT 'evt_' || name, 'org_' || name, 1, 'capture_request.closed', '{}', now(), now() FROM listed RETURNING 1
       ), made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT 'dlv_' || name, 'whe_' || name, 'org_' || name, 'evt_' || name, 'capture_request.closed', 'pending', 1, now()
         FROM listed RETURNING id, endpoint_id, organization_id
       ) INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at, step)
         SELECT id, endpoint_id, organization_id, now() + interval '1 day', 1 FROM made RETURNING 1`,
      ENDPOINTS,
      receiver.url,
    );
    const beside = await least(6);
    process.stdout.write(
      `five deliveries read ${alone} blocks alone, ${beside} beside ${ENDPOINTS} that wait\n`,
    );
    // Deeper indexes cost some. One scan of the queue a delivery would double it, a block of each endpoint make it thousands.
    expect(beside).toBeLessThan(alone * 1.7);
  });
});
