import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventDto } from '../../src/events/event.dto.js';
import { answer, Receiver, verifies } from '../fixtures/receiver.js';
import { closedEvent, METADATA, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('from an event to its receiver', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(() => under.stop());

  it('a public event arrives signed, and its metadata as it was sent', async () => {
    const receiver = await Receiver.start();
    const organization = under.organization();
    const { id, secret } = await organization.endpoint(receiver.url);
    const event = closedEvent(organization.id);
    await under.hears(event);
    await organization.settled(id, 1, 'succeeded');
    const [request] = receiver.requests;
    expect(request?.headers['webhook-id']).toBe(event.id);
    expect(request && verifies(secret, request)).toBe(true);
    expect(request?.body).toContain(`"metadata":${METADATA}`);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      id: event.id,
      type: 'capture_request.closed',
      timestamp: event.occurredAt,
      apiVersion: 'v1',
      organizationId: organization.id,
      sequence: 1,
      data: { reason: 'closed_by_api' },
    });
    const read = await organization.call<EventDto>('GET', `/v1/events/${event.id}`);
    expect(read.text).toBe(request?.body);
    await receiver.stop();
  });

  it('a failed attempt is repeated on schedule with the same bytes and id', async () => {
    const receiver = await Receiver.start((request, response, index) =>
      answer(index === 0 ? 500 : 204, {}, index === 0 ? 'oops' : '')(request, response, index),
    );
    const organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    await under.hears(closedEvent(organization.id));
    const failed = await organization.settled(id, 1, 'pending');
    expect(failed.attempts).toMatchObject([
      { attempt: 1, status: 500, error: 'status', responseBody: 'oops' },
    ]);
    under.later(6.1);
    const done = await organization.settled(id, 2, 'succeeded');
    expect(done.attempts[1]).toMatchObject({ attempt: 2, status: 204, error: null });
    const [first, second] = receiver.requests;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await until('both kept', () => receiver.requests.length === 2);
    await receiver.stop();
  });
});
