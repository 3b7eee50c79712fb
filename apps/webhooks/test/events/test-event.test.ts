import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DeliveryDto } from '../../src/deliveries/delivery.dto.js';
import { answer, verifies } from '../fixtures/receiver.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const HOUR = 3600;

describe('test ping', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterEach(() => under.stopReceivers());
  afterAll(() => under.stop());

  it('goes out at once, signed, once, and leaves no trace in the event log', async () => {
    const { organization, receiver, id, secret } = await under.receiving();
    const { status, body } = await organization.call<DeliveryDto>('POST', `${ROOT}/${id}/test`);
    expect([status, body.eventType, body.status]).toEqual([202, 'ping', 'pending']);
    await organization.settled(id, 1, 'succeeded');
    const [request] = receiver.requests;
    expect(request && verifies(secret, request)).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 'ping',
      sequence: null,
      data: { webhookEndpointId: id },
    });
    const events = await organization.call<{ data: object[] }>('GET', '/v1/events');
    expect(events.body.data).toEqual([]);
    expect((await organization.refused('GET', `/v1/events/${body.eventId}`)).status).toBe(404);
  });

  it('that fails is not repeated and says nothing about the endpoint', async () => {
    const { organization, receiver, id } = await under.receiving(answer(410));
    await organization.call('POST', `${ROOT}/${id}/test`);
    await organization.settled(id, 1, 'failed');
    under.later(10 * HOUR);
    expect(await organization.readEndpoint(id)).toMatchObject({ status: 'enabled' });
    // A marker: the endpoint has one attempt in flight, and what is due goes first.
    await organization.call('POST', `${ROOT}/${id}/test`);
    await until('the marker', () => receiver.requests.length > 1);
    expect(new Set(receiver.ids).size).toBe(2);
    expect(receiver.requests).toHaveLength(2);
  });

  it('is refused for a disabled endpoint', async () => {
    const { organization, id } = await under.receiving();
    await organization.call('PATCH', `${ROOT}/${id}`, { status: 'disabled' });
    expect((await organization.refused('POST', `${ROOT}/${id}/test`)).body.code).toBe('conflict');
  });
});
