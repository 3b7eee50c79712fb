import type { ChangeMade } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Receiver } from './fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from './fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const RANGE = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };

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

it('the audit log is told of every change to an endpoint and of replays, without its address and secrets', async () => {
  const owner = under.organization();
  const endpoint = await owner.endpoint(receiver.url);
  await under.hears(closedEvent(owner.id));
  const { id: deliveryId } = await owner.settled(endpoint.id, 1, 'succeeded');
  const at = `${ROOT}/${endpoint.id}`;
  const calls = [
    ['PATCH', at, {}, 200],
    ['PATCH', at, { url: `${receiver.url}/secret-path`, description: 'Ours' }, 200],
    ['POST', `${at}/rotate-secret`, { overlapSec: 60 }, 200],
    ['POST', `${at}/deliveries/${deliveryId}/replay`, undefined, 202],
    ['POST', `${at}/replay`, { ...RANGE, status: 'held' }, 202],
    ['PATCH', at, { url: 'https://10.0.0.1/' }, 400],
    ['POST', `${at}/test`, undefined, 202],
    ['DELETE', at, undefined, 204],
    ['DELETE', at, undefined, 404],
  ] as const;
  for (const [method, path, body, status] of calls)
    expect([method, path, (await owner.call(method, path, body)).status]).toEqual([method, path, status]);

  const changes = (): ChangeMade[] =>
    under.events
      .filter(({ type, organizationId }) => type === 'change.made' && organizationId === owner.id)
      .map(({ data }) => data as ChangeMade);
  await until('the changes', () => changes().length >= 6);
  const of = (action: string, detail: object = {}, subject = endpoint.id): ChangeMade => ({
    actor: owner.key.keyId,
    ip: '203.0.113.7',
    action,
    subject,
    detail,
  });
  expect(changes()).toEqual([
    of('webhook_endpoint.created'),
    of('webhook_endpoint.changed', { fields: ['url', 'description'] }),
    of('webhook_endpoint.secret_rotated', { overlapSec: 60 }),
    of('webhook_delivery.replayed', { webhookEndpointId: endpoint.id }, deliveryId),
    of('webhook_endpoint.replayed', { ...RANGE, status: 'held', replayed: 0 }),
    of('webhook_endpoint.deleted'),
  ]);
});
