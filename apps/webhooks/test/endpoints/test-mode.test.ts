import { eventSample, eventDefinitions, type Problem } from '@capture/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DeliveryDto } from '../../src/deliveries/delivery.dto.js';
import type { WebhookEndpointDto, WebhookEndpointWithSecretDto } from '../../src/endpoints/endpoint.dto.js';
import { Receiver } from '../fixtures/receiver.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const TYPE = 'capture_request.closed';

describe('an endpoint that a test key made', () => {
  let under: WebhooksUnderTest;
  let receiver: Receiver;

  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterEach(async () => {
    await receiver.stop();
    await under.stopReceivers();
  });
  afterAll(() => under.stop());

  /** An organization with a live endpoint, and a test endpoint made with its test key. */
  const both = async () => {
    const live = await under.receiving();
    receiver = await Receiver.start();
    const principal = { ...live.organization.key, mode: 'test' as const };
    const withTestKey = <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      under.call<T>(method, path, { principal, ...(body ? { body } : {}) });
    const made = await withTestKey<WebhookEndpointWithSecretDto>('POST', ROOT, { url: receiver.url });
    return { live, withTestKey, made };
  };

  it('gets no live event, also not by replay, and the live one beside it does (scenario 80)', async () => {
    const { live, made } = await both();
    expect([made.status, made.body.mode]).toEqual([201, 'test']);
    await live.organization.hears(3);
    await live.organization.settled(live.id, 1, 'succeeded');
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    const replay = await live.organization.call('POST', `${ROOT}/${made.body.id}/replay`, range);
    expect(replay).toMatchObject({ status: 202, body: { replayed: 0 } });
    // A marker: what came before it would have arrived before it.
    await live.organization.call('POST', `${ROOT}/${made.body.id}/test`);
    await live.organization.settled(made.body.id, 1, 'succeeded');
    expect(receiver.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'ping',
    ]);
    expect(live.receiver.requests).toHaveLength(3);
  });

  it('gets the documented sample of a type on request, as its organization, outside the event log (scenario 80)', async () => {
    const { live, withTestKey, made } = await both();
    const answer = await withTestKey<DeliveryDto>('POST', `${ROOT}/${made.body.id}/test`, { type: TYPE });
    expect([answer.status, answer.body.eventType]).toEqual([202, TYPE]);
    await live.organization.settled(made.body.id, 1, 'succeeded');
    const definition = eventDefinitions().find(({ type }) => type === TYPE);
    if (!definition) throw new Error(`no definition of ${TYPE}`);
    const sample = eventSample(definition).data as { captureRequestId: string };
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      id: answer.body.eventId,
      type: TYPE,
      organizationId: live.organization.id,
      data: { captureRequestId: sample.captureRequestId },
    });
    expect((await withTestKey<{ data: object[] }>('GET', '/v1/events')).body.data).toEqual([]);
    const unknown = await withTestKey<Problem>('POST', `${ROOT}/${made.body.id}/test`, { type: 'no.such' });
    expect([unknown.status, unknown.body.field]).toEqual([400, 'type']);
  });

  it('is all that a test key may change: it reads live endpoints, but redirects, silences and replays none (scenario 80)', async () => {
    const { live, withTestKey, made } = await both();
    const list = await withTestKey<{ data: WebhookEndpointDto[] }>('GET', ROOT);
    expect(list.body.data.map(({ id, mode }) => [id, mode])).toEqual([
      [made.body.id, 'test'],
      [live.id, 'live'],
    ]);
    const path = `${ROOT}/${live.id}`;
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    for (const [method, at, body] of [
      ['PATCH', path, { url: receiver.url }],
      ['DELETE', path, undefined],
      ['POST', `${path}/rotate-secret`, {}],
      ['POST', `${path}/test`, undefined],
      ['POST', `${path}/replay`, range],
    ] as const) {
      const refused = await withTestKey<Problem>(method, at, body);
      expect([at, refused.status, refused.body.code]).toEqual([at, 403, 'test_mode_scope']);
    }
    const renamed = await withTestKey('PATCH', `${ROOT}/${made.body.id}`, { description: 'mine' });
    expect(renamed.status).toBe(200);
    expect((await live.organization.call('DELETE', `${ROOT}/${made.body.id}`)).status).toBe(204);
  });
});
