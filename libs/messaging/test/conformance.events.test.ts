import { newId, type EventEnvelope } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '../src/bus/bus.js';
import { collect, durable, fresh, inProcess, nats } from './fixtures/buses.js';
import { anEvent } from './fixtures/events.js';

function publish(bus: Bus, ...events: EventEnvelope[]): Promise<unknown> {
  return Promise.all(events.map((event) => bus.publish(event)));
}

describe.each([inProcess(), nats()])('events, bus: $name', (under) => {
  let bus: Bus;
  beforeAll(() => under.start());
  beforeEach(async () => {
    bus = under.join('tests');
    await until('the bus', () => bus.check().then(() => true));
  });
  afterAll(() => under.stop());

  it('reach every durable whose pattern fits, and no other, with their trace headers', async () => {
    const event = anEvent();
    const all = await collect(bus, event.organizationId);
    const exact = await collect(bus, event.organizationId, { pattern: 'ping' });
    const other = await collect(bus, event.organizationId, { pattern: 'recording.>' });
    await bus.publish(event, { traceparent: '00-1-2-01' });
    await until('delivery', () => all.heard.length === 1 && exact.heard.length === 1);
    expect(all.heard[0]).toMatchObject({ event, headers: { traceparent: '00-1-2-01' }, attempt: 1 });
    // Events of one organization arrive in their order: what the others were not to hear would be there before this one.
    const marker = { ...anEvent(event.organizationId), type: 'recording.created' };
    await bus.publish(marker);
    await until('the marker', () => all.heard.length === 2 && other.heard.length > 0);
    expect(other.heard.map((delivery) => delivery.event.id)).toEqual([marker.id]);
    expect(exact.heard.map((delivery) => delivery.event.id)).toEqual([event.id]);
    await Promise.all([all, exact, other].map(({ subscription }) => subscription.close()));
  });

  it('of one organization are handled in the order in which they were published, one at a time', async () => {
    const organizationId = newId('organization');
    const events = Array.from({ length: 30 }, () => anEvent(organizationId));
    const order: string[] = [];
    let atOnce = 0;
    const subscription = bus.consume(
      durable(fresh('ordered'), {
        handler: async ({ event }) => {
          if (event.organizationId !== organizationId) return;
          atOnce += 1;
          expect(atOnce).toBe(1);
          await new Promise(setImmediate);
          order.push(event.id);
          atOnce -= 1;
        },
      }),
    );
    await subscription.ready;
    await publish(bus, ...events);
    await until('all events', () => order.length >= events.length);
    expect(order).toEqual(events.map(({ id }) => id));
    await subscription.close();
  });

  it('of one organization are handled at once by a consumer that does not need their order', async () => {
    const organizationId = newId('organization');
    const events = Array.from({ length: 8 }, () => anEvent(organizationId));
    const started = new Set<string>();
    let release: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (release = resolve));
    const subscription = bus.consume(
      durable(fresh('unordered'), {
        concurrency: 1_000,
        unordered: true,
        handler: async ({ event }) => {
          if (event.organizationId !== organizationId) return;
          started.add(event.id);
          if (started.size === events.length) release();
          await all;
        },
      }),
    );
    await subscription.ready;
    await publish(bus, ...events);
    await all;
    expect([...started].toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    await subscription.close();
  });

  it('count as backlog of their consumer until they are handled', async () => {
    const events = Array.from({ length: 3 }, () => anEvent());
    const mine = new Set(events.map(({ id }) => id));
    const name = fresh('backlog');
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const subscription = bus.consume(
      durable(name, {
        concurrency: 1,
        handler: ({ event }) => (mine.has(event.id) ? gate : Promise.resolve()),
      }),
    );
    await subscription.ready;
    await until('nothing to do', async () => (await bus.backlog(name)) === 0);
    const published = publish(bus, ...events);
    await until('all of them', async () => (await bus.backlog(name)) === 3);
    release();
    await published;
    await until('none of them', async () => (await bus.backlog(name)) === 0);
    await subscription.close();
  });

  it('of different organizations are handled side by side, up to the concurrency', async () => {
    const events = Array.from({ length: 8 }, () => anEvent());
    const mine = new Set(events.map(({ id }) => id));
    let atOnce = 0;
    let most = 0;
    let done = 0;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const subscription = bus.consume(
      durable(fresh('parallel'), {
        concurrency: 3,
        handler: async ({ event }) => {
          if (!mine.has(event.id)) return;
          atOnce += 1;
          most = Math.max(most, atOnce);
          await gate;
          atOnce -= 1;
          done += 1;
        },
      }),
    );
    await subscription.ready;
    const published = publish(bus, ...events);
    await until('three at once', () => atOnce === 3);
    release();
    await until('the rest', () => done === events.length);
    expect(most).toBe(3);
    await published;
    await subscription.close();
  });

  it('of one organization that floods leave the slots to others: only their own work delays them (scenario 86)', async () => {
    const busy = newId('organization');
    const flood = Array.from({ length: 200 }, () => anEvent(busy));
    const calm = anEvent();
    const mine = new Set([...flood, calm].map(({ id }) => id));
    const handled: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { subscription } = await collect(bus, calm.organizationId, {
      concurrency: 2,
      handler: async ({ event }) => {
        if (!mine.has(event.id)) return;
        if (event.id !== calm.id) await gate;
        handled.push(event.id);
      },
    });
    const published = flood.map((event) => bus.publish(event));
    const last = bus.publish(calm);
    await until('the event of the calm organization', () => handled.includes(calm.id));
    expect(handled).toEqual([calm.id]);
    release();
    await until('the flood', () => handled.length === mine.size);
    expect(handled.slice(1)).toEqual(flood.map(({ id }) => id));
    await Promise.all([...published, last]);
    await subscription.close();
  });

  it('arrive as copies: what one consumer changes, no other sees', async () => {
    const event = anEvent();
    const before = structuredClone(event);
    const spoiler = await collect(bus, event.organizationId, {
      handler: (delivery) => {
        (delivery.event as { organizationId: string }).organizationId = 'changed';
        delivery.headers['traceparent'] = 'changed';
        return Promise.resolve();
      },
    });
    const reader = await collect(bus, event.organizationId);
    await bus.publish(event, { traceparent: 'given' });
    await until('the reader', () => reader.heard.length === 1);
    expect(reader.heard[0]).toMatchObject({ event: before, headers: { traceparent: 'given' } });
    expect(event).toEqual(before);
    await spoiler.subscription.close();
    await reader.subscription.close();
  });

  it('published twice at once with one id are delivered once', async () => {
    const event = anEvent();
    const { heard, subscription } = await collect(bus, event.organizationId);
    await publish(bus, event, event);
    const marker = anEvent(event.organizationId);
    await bus.publish(marker);
    await until('the marker', () => heard.some((delivery) => delivery.event.id === marker.id));
    expect(heard.map((delivery) => delivery.event.id)).toEqual([event.id, marker.id]);
    await subscription.close();
  });

  it('are waited for on close: a handler that runs finishes', async () => {
    const event = anEvent();
    let state = 'waiting';
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { subscription } = await collect(bus, event.organizationId, {
      handler: async ({ event: { id } }) => {
        if (id !== event.id) return;
        state = 'running';
        await gate;
        state = 'finished';
      },
    });
    const published = bus.publish(event);
    await until('the handler', () => state === 'running');
    let closed = false;
    const closing = subscription.close().then(() => (closed = true));
    await new Promise(setImmediate);
    expect(closed).toBe(false);
    release();
    await closing;
    expect(state).toBe('finished');
    await published;
  });
});
