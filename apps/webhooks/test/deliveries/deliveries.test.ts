import { newId, type EventEnvelope } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ReplayedDeliveriesDto } from '../../src/deliveries/delivery.dto.js';
import type { RotatedWebhookEndpointDto } from '../../src/endpoints/endpoint.dto.js';
import { answer, verifies, type Respond } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const HOUR = 3600;

describe('deliveries', () => {
  let under: WebhooksUnderTest;
  let organization: Organization;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterEach(() => under.stopReceivers());
  afterAll(() => under.stop());

  async function receiving(respond?: Respond) {
    const made = await under.receiving(respond);
    ({ organization } = made);
    return made;
  }

  const hears = (count: number): Promise<EventEnvelope[]> => organization.hears(count);

  const notices = (): object[] =>
    under.events
      .filter(
        (event) => event.organizationId === organization.id && event.type === 'webhook_endpoint.disabled',
      )
      .map((event) => event.data);

  const replay = (id: string, body: object) =>
    organization.call<ReplayedDeliveriesDto>('POST', `${ROOT}/${id}/replay`, body);
  const always = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

  it('only subscribed types go out, internal events never do, and each event once however often the bus delivers it', async () => {
    const { receiver, id } = await receiving();
    await organization.call('PATCH', `${ROOT}/${id}`, { events: ['capture_request.closed'] });
    const event = closedEvent(organization.id);
    await under.hears({
      ...event,
      id: newId('event'),
      type: 'capture_request.created',
      data: { ...event.data, status: 'draft' },
    });
    await under.hears({
      ...event,
      id: newId('event'),
      type: 'credential.changed',
      data: { keyId: newId('key'), change: 'revoked' },
    });
    await under.hears({ ...event, id: newId('event'), type: 'unheard.of', data: {} });
    for (let time = 0; time < 5; time += 1) await under.hears(event);
    await organization.settled(id, 1, 'succeeded');
    expect(receiver.ids).toEqual([event.id]);
    expect(await organization.deliveries(id)).toHaveLength(1);
  });

  it('the whole schedule runs out after ten attempts over three days, and a replay starts it anew', async () => {
    const { receiver, id } = await receiving(answer(500));
    await organization.call('PATCH', `${ROOT}/${id}`, { events: ['capture_request.closed'] });
    await hears(1);
    for (const [step, wait] of [
      5,
      300,
      1800,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ].entries()) {
      await organization.settled(id, step + 1, 'pending');
      under.later(wait * 1.2 + 1);
    }
    const failed = await organization.settled(id, 10, 'failed');
    expect(failed).toMatchObject({ nextAttemptAt: null, completedAt: expect.any(String) });
    expect(new Set(receiver.ids).size).toBe(1);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    await organization.call('POST', `${ROOT}/${id}/deliveries/${failed.id}/replay`);
    expect((await organization.settled(id, 11, 'pending')).attempts.at(-1)).toMatchObject({
      attempt: 11,
      status: 500,
    });
  });

  it('410 disables the endpoint, holds what follows, and tells the organization once (scenario 11)', async () => {
    const { receiver, id } = await receiving(answer(410));
    await hears(1);
    await until('the end', async () => (await organization.readEndpoint(id)).disabledReason === 'gone');
    await until('the notice', () => notices().length > 0);
    await hears(2);
    await until('the notice to be held too', async () => (await organization.deliveries(id)).length === 4);
    expect(notices()).toEqual([{ webhookEndpointId: id, reason: 'gone' }]);
    expect((await organization.deliveries(id)).map(({ status }) => status)).toEqual([
      'held',
      'held',
      'held',
      'failed',
    ]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('what was held while disabled goes out by replay, in its original bytes, and not by enabling (scenario 12)', async () => {
    const { receiver, id, secret } = await receiving();
    await organization.call('PATCH', `${ROOT}/${id}`, { status: 'disabled' });
    const events = await hears(5);
    expect((await replay(id, always)).status).toBe(409);
    await organization.call('PATCH', `${ROOT}/${id}`, { status: 'enabled' });
    expect((await organization.deliveries(id)).every(({ status }) => status === 'held')).toBe(true);
    expect((await replay(id, { ...always, status: 'held' })).body).toEqual({ replayed: 5 });
    await until('all five', () => receiver.requests.length === 5);
    expect(receiver.ids.toSorted()).toEqual(events.map((event) => event.id).toSorted());
    for (const request of receiver.requests) {
      expect(verifies(secret, request)).toBe(true);
      const read = await organization.call('GET', `/v1/events/${String(request.headers['webhook-id'])}`);
      expect(request.body).toBe(read.text);
    }
    expect(notices()).toEqual([]);
  });

  it('what was waiting for a retry when the endpoint was disabled is held, not lost', async () => {
    const { id } = await receiving(answer(500));
    await hears(1);
    await organization.settled(id, 1, 'pending');
    await organization.call('PATCH', `${ROOT}/${id}`, { status: 'disabled' });
    expect((await organization.deliveries(id))[0]).toMatchObject({ status: 'held', nextAttemptAt: null });
  });

  it('a secret rotated between two attempts: what follows verifies with the new one, and with the old one until the overlap ends (scenario 13)', async () => {
    const { receiver, id, secret } = await receiving(answer(500));
    await hears(1);
    await organization.settled(id, 1);
    const rotated = await organization.call<RotatedWebhookEndpointDto>(
      'POST',
      `${ROOT}/${id}/rotate-secret`,
      {
        overlapSec: 60,
      },
    );
    under.later(7);
    await organization.settled(id, 2);
    under.later(400);
    await organization.settled(id, 3);
    const [first, during, after] = receiver.requests;
    const signedBy = (key: string): boolean[] => receiver.requests.map((request) => verifies(key, request));
    expect(signedBy(secret)).toEqual([true, true, false]);
    expect(signedBy(rotated.body.secret)).toEqual([false, true, true]);
    expect(String(during?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(after?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('rotated without an overlap, the old secret is void at once (scenario 13)', async () => {
    const { receiver, id, secret } = await receiving();
    const rotated = await organization.call<RotatedWebhookEndpointDto>(
      'POST',
      `${ROOT}/${id}/rotate-secret`,
      {
        overlapSec: 0,
      },
    );
    await hears(1);
    await until('the request', () => receiver.requests.length === 1);
    const [request] = receiver.requests;
    expect(
      [secret, rotated.body.secret].map((key) => request !== undefined && verifies(key, request)),
    ).toEqual([false, true]);
  });

  it('however often a secret is rotated, the newest five sign, and the others no longer do (scenario 13)', async () => {
    const { receiver, id, secret } = await receiving();
    const secrets = [secret];
    for (let time = 0; time < 40; time += 1) {
      const { body } = await organization.call<RotatedWebhookEndpointDto>(
        'POST',
        `${ROOT}/${id}/rotate-secret`,
      );
      secrets.push(body.secret);
    }
    await hears(1);
    const request = await until('the request', () => receiver.requests[0]);
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(5);
    expect(secrets.filter((key) => verifies(key, request))).toEqual(secrets.slice(-5));
  });

  it('an endpoint deleted in flight takes its deliveries along; nothing is sent again (scenario 17)', async () => {
    let release: (() => void) | undefined;
    const { receiver, id } = await receiving(
      (_request, response) => void (release = () => response.writeHead(500).end()),
    );
    await hears(3);
    await until('the first request', () => release);
    expect((await organization.call('DELETE', `${ROOT}/${id}`)).status).toBe(204);
    release?.();
    under.later(2 * HOUR);
    const other = await receiving();
    await hears(1);
    await organization.settled(other.id, 1, 'succeeded');
    expect(receiver.requests).toHaveLength(1);
    await until('its deliveries to go', async () => {
      const rows = await under.sql('SELECT 1 FROM delivery WHERE endpoint_id = $1', id);
      return rows.length === 0;
    });
  });

  it('an endpoint that fails for a day is warned about once, and disabled after five days', async () => {
    const { id } = await receiving(answer(500));
    await hears(1);
    await organization.settled(id, 1, 'pending');
    under.later(25 * HOUR);
    // Stated with the second attempt; its own delivery is the newest one soon after.
    await until('the warning', () => notices().length === 1);
    under.later(96 * HOUR);
    await until('the end', async () => (await organization.readEndpoint(id)).status === 'disabled');
    expect((await organization.readEndpoint(id)).disabledReason).toBe('failing');
    await until('the notice', () => notices().length === 2);
    expect(notices().map((data) => (data as { reason: string }).reason)).toEqual([
      'failing_warning',
      'failing',
    ]);
    expect((await organization.deliveries(id)).map(({ status }) => status)).not.toContain('pending');
  });
});
