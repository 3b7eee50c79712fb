import { newId } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventPageDto, EventTypePageDto } from '../../src/events/event.dto.js';
import { EventJobs } from '../../src/events/event.jobs.js';
import { Receiver } from '../fixtures/receiver.js';
import { closedEvent, METADATA, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const DAY = 86_400;

describe('event log', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(() => under.stop());

  it('keeps every public event, without an endpoint too, under a sequence without holes', async () => {
    const [one, two] = [under.organization(), under.organization()];
    await under.hears(
      ...Array.from({ length: 20 }, (_value, index) => closedEvent(index % 2 ? one.id : two.id)),
    );
    for (const organization of [one, two]) {
      const { body } = await organization.call<EventPageDto>('GET', '/v1/events?limit=100');
      expect(body.data.map(({ sequence }) => sequence)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(new Set(body.data.map(({ organizationId }) => organizationId))).toEqual(
        new Set([organization.id]),
      );
    }
  });

  it('pages newest first, by type and after a sequence, metadata verbatim', async () => {
    const organization = under.organization();
    for (let index = 0; index < 5; index += 1) await under.hears(closedEvent(organization.id));
    const first = await organization.call<EventPageDto>('GET', '/v1/events?limit=2');
    const second = await organization.call<EventPageDto>(
      'GET',
      `/v1/events?limit=3&cursor=${first.body.nextCursor}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ sequence }) => sequence)).toEqual([
      5, 4, 3, 2, 1,
    ]);
    expect(second.body.nextCursor).toBeNull();
    expect(first.text).toContain(`"metadata":${METADATA}`);
    const since = await organization.call<EventPageDto>('GET', '/v1/events?afterSequence=3');
    expect(since.body.data.map(({ sequence }) => sequence)).toEqual([5, 4]);
    const other = await organization.call<EventPageDto>('GET', '/v1/events?type=session.ended');
    expect(other.body).toEqual({ data: [], nextCursor: null });
  });

  it('refuses bad queries and foreign cursors, and shows nobody the events of another', async () => {
    const [mine, theirs] = [under.organization(), under.organization()];
    const event = closedEvent(theirs.id);
    await under.hears(event);
    for (const cursor of ['x', newId('event'), event.id]) {
      const { body } = await mine.refused('GET', `/v1/events?cursor=${cursor}`);
      expect([body.code, body.field]).toEqual(['invalid_cursor', 'cursor']);
    }
    for (const query of ['limit=0', 'type=ping', 'type=credential.changed', 'afterSequence=-1', 'since=1']) {
      expect([query, (await mine.refused('GET', `/v1/events?${query}`)).body.code]).toEqual([
        query,
        'invalid_input',
      ]);
    }
    for (const id of [event.id, newId('event'), 'evt_x']) {
      expect((await mine.refused('GET', `/v1/events/${id}`)).status).toBe(404);
    }
    expect((await mine.call<EventPageDto>('GET', '/v1/events')).body.data).toEqual([]);
  });

  it.each(['/v1/events', `/v1/events/${newId('event')}`, '/v1/event-types'])(
    '%s takes API keys only',
    async (path) => {
      for (const principal of [null, { kind: 'operator' }, { kind: 'capability', token: 't' }] as const) {
        expect((await under.call('GET', path, { principal })).status).toBe(401);
      }
    },
  );

  it('lists every public type with a schema and an example', async () => {
    const { status, body } = await under.organization().call<EventTypePageDto>('GET', '/v1/event-types');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(20);
    expect(body.data.every(({ schema, example }) => 'properties' in schema && 'data' in example)).toBe(true);
  });

  it('forgets events, deliveries and attempts after 30 days, and goes on counting', async () => {
    const receiver = await Receiver.start();
    const organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    await under.hears(closedEvent(organization.id));
    const old = await organization.settled(id, 1, 'succeeded');
    under.clock.advance(29 * DAY);
    await under.app.get(EventJobs).prune(new AbortController().signal);
    expect((await organization.call('GET', `/v1/events/${old.eventId}`)).status).toBe(200);
    under.clock.advance(2 * DAY);
    await under.app.get(EventJobs).prune(new AbortController().signal);
    expect((await organization.call('GET', `/v1/events/${old.eventId}`)).status).toBe(404);
    expect(await organization.deliveries(id)).toEqual([]);
    expect(await under.sql('SELECT 1 FROM attempt WHERE delivery_id = $1', old.id)).toEqual([]);
    await under.hears(closedEvent(organization.id));
    expect((await organization.call<EventPageDto>('GET', '/v1/events')).body.data[0]?.sequence).toBe(2);
    await receiver.stop();
  });
});
