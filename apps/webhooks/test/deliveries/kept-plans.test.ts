import { keptPlanFaults } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

let under: WebhooksUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await under.stop();
});

it('what an event and its deliveries take reads no table as a whole, whenever its plans were made', async () => {
  const organization = under.organization();
  const faults = await keptPlanFaults(under.databaseUrl, async () => {
    await organization.endpoint(receiver.url);
    const fact = { source: 'capture_requests', ordinal: 1 };
    const event = { ...closedEvent(organization.id), fact };
    await under.hears(event);
    await until('its receipt', () => receiver.ids.includes(event.id));
    const pending = (): Promise<unknown[]> => under.sql('SELECT 1 FROM queue_item');
    await until('its record', async () => (await pending()).length === 0);
  });
  expect(faults).toEqual([]);
});
