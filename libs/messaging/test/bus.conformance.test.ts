import { AppError, newId, type EventEnvelope } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus, Delivery } from '../src/bus.js';
import { durable, inProcess, nats } from './buses.js';
import { anEvent } from './events.js';

/** Each test takes names of its own, so that they share one server. */
let names = 0;
const fresh = (name: string): string => `${name}${(names += 1)}`;

function publish(bus: Bus, ...events: EventEnvelope[]): Promise<unknown> {
  return Promise.all(events.map((event) => bus.publish(event)));
}

describe.each([inProcess(), nats()])('bus, $name', (under) => {
  let bus: Bus;
  beforeAll(() => under.start());
  beforeEach(async () => {
    bus = under.join('tests');
    await until('the bus', () => bus.check().then(() => true));
  });
  afterAll(() => under.stop());

  /** Consumes into a list under a name of its own; only events of `organizationId` count. */
  async function collect(organizationId: string, options: Parameters<typeof durable>[1] = {}) {
    const heard: Delivery[] = [];
    const subscription = bus.consume(
      durable(fresh('collector'), {
        handler: (delivery) => {
          if (delivery.event.organizationId === organizationId) heard.push(delivery);
          return Promise.resolve();
        },
        ...options,
      }),
    );
    await subscription.ready;
    return { heard, subscription };
  }

  describe('events', () => {
    it('reach every durable whose pattern fits, and no other, with their trace headers', async () => {
      const event = anEvent();
      const all = await collect(event.organizationId);
      const exact = await collect(event.organizationId, { pattern: 'ping' });
      const other = await collect(event.organizationId, { pattern: 'recording.>' });
      await bus.publish(event, { traceparent: '00-1-2-01' });
      await until('delivery', () => all.heard.length === 1 && exact.heard.length === 1);
      expect(all.heard[0]).toMatchObject({ event, headers: { traceparent: '00-1-2-01' }, attempt: 1 });
      expect(other.heard).toEqual([]);
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

    it('whose handler throws come again after the backoff until it resolves', async () => {
      const event = anEvent();
      const at: number[] = [];
      const attempts: number[] = [];
      const { subscription } = await collect(event.organizationId, {
        backoffMs: [50, 150],
        handler: (delivery) => {
          if (delivery.event.id !== event.id) return Promise.resolve();
          at.push(performance.now());
          attempts.push(delivery.attempt);
          return attempts.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve();
        },
      });
      await bus.publish(event);
      await until('the third delivery', () => attempts.length === 3);
      expect(attempts).toEqual([1, 2, 3]);
      expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(49);
      expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(149);
      await subscription.close();
    });

    it('that fail on the last delivery are reported once and never come again', async () => {
      const event = anEvent();
      let deliveries = 0;
      const dead: Delivery[] = [];
      const { subscription } = await collect(event.organizationId, {
        maxDeliver: 3,
        handler: (delivery) => {
          if (delivery.event.id !== event.id) return Promise.resolve();
          deliveries += 1;
          return Promise.reject(new Error('poison'));
        },
        onLastFailure: (delivery, error) => {
          expect(error).toMatchObject({ message: 'poison' });
          dead.push(delivery);
          return Promise.resolve();
        },
      });
      await bus.publish(event);
      await until('the dead letter', () => dead.length === 1);
      await bus.publish(anEvent(event.organizationId));
      expect(dead[0]).toMatchObject({ event, attempt: 3 });
      expect(deliveries).toBe(3);
      await subscription.close();
    });

    it('are kept when their dead letter cannot be recorded', async () => {
      const event = anEvent();
      const attempts: number[] = [];
      let recorded = 0;
      const { subscription } = await collect(event.organizationId, {
        maxDeliver: 2,
        handler: ({ event: { id } }) =>
          id === event.id ? Promise.reject(new Error('poison')) : Promise.resolve(),
        onLastFailure: ({ attempt }) => {
          attempts.push(attempt);
          if (attempts.length < 3) return Promise.reject(new Error('no database'));
          recorded += 1;
          return Promise.resolve();
        },
      });
      await bus.publish(event);
      await until('the record', () => recorded === 1);
      expect(attempts).toEqual([2, 3, 4]);
      await subscription.close();
    });

    it('do not become dead letters because a dependency is down', async () => {
      const event = anEvent();
      let deliveries = 0;
      let dead = 0;
      const { subscription } = await collect(event.organizationId, {
        maxDeliver: 2,
        backoffMs: [5],
        handler: ({ event: { id } }) => {
          if (id !== event.id) return Promise.resolve();
          deliveries += 1;
          return deliveries < 6
            ? Promise.reject(new AppError('service_unavailable', 'down'))
            : Promise.resolve();
        },
        onLastFailure: () => {
          dead += 1;
          return Promise.resolve();
        },
      });
      await bus.publish(event);
      await until('the success', () => deliveries === 6);
      expect(dead).toBe(0);
      await subscription.close();
    });

    it('arrive as copies: what one consumer changes, no other sees', async () => {
      const event = anEvent();
      const before = structuredClone(event);
      const spoiler = await collect(event.organizationId, {
        handler: (delivery) => {
          (delivery.event as { organizationId: string }).organizationId = 'changed';
          delivery.headers['traceparent'] = 'changed';
          return Promise.resolve();
        },
      });
      const reader = await collect(event.organizationId);
      await bus.publish(event, { traceparent: 'given' });
      await until('the reader', () => reader.heard.length === 1);
      expect(reader.heard[0]).toMatchObject({ event: before, headers: { traceparent: 'given' } });
      expect(event).toEqual(before);
      await spoiler.subscription.close();
      await reader.subscription.close();
    });

    it('published twice at once with one id are delivered once', async () => {
      const event = anEvent();
      const { heard, subscription } = await collect(event.organizationId);
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
      const { subscription } = await collect(event.organizationId, {
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

  describe('taps', () => {
    it('hear what is published while they listen; a failing one disturbs nobody', async () => {
      const event = anEvent();
      const heard: string[] = [];
      const failing = bus.tap('>', () => Promise.reject(new Error('a broken cache')));
      const listening = bus.tap('ping', ({ id }) => void heard.push(id));
      const other = bus.tap('recording.*', ({ id }) => void heard.push(id));
      await Promise.all([failing.ready, listening.ready, other.ready]);
      await bus.publish(event);
      await until('the tap', () => heard.length === 1);
      await Promise.all([failing.close(), listening.close(), other.close()]);
      await bus.publish(anEvent());
      expect(heard).toEqual([event.id]);
    });

    it.runIf(under.spansProcesses)('hear it in every process', async () => {
      const event = anEvent();
      const heard: string[] = [];
      const buses = [under.join('one'), under.join('one'), under.join('two')];
      const taps = buses.map((each, index) =>
        each.tap('ping', ({ id }) => void heard.push(`${index} ${id}`)),
      );
      await Promise.all(taps.map((tap) => tap.ready));
      await bus.publish(event);
      await until('every process', () => heard.length === 3);
      expect(heard.sort()).toEqual([`0 ${event.id}`, `1 ${event.id}`, `2 ${event.id}`]);
    });
  });

  describe('commands', () => {
    it('are answered through JSON, with their headers', async () => {
      const pattern = fresh('tests.echo');
      const payload = { at: new Date(0), nothing: undefined };
      const server = bus.serve('tests', pattern, (given, headers) => Promise.resolve({ given, headers }));
      await server.ready;
      const answer = await bus.request(pattern, payload, {
        timeoutMs: 2_000,
        headers: { traceparent: 'given' },
      });
      expect(answer).toEqual({
        given: { at: '1970-01-01T00:00:00.000Z' },
        headers: { traceparent: 'given' },
      });
      await server.close();
    });

    it('without an answer are answered null', async () => {
      const pattern = fresh('tests.void');
      const server = bus.serve('tests', pattern, () => Promise.resolve(undefined));
      await server.ready;
      expect(await bus.request(pattern, undefined, { timeoutMs: 2_000 })).toBeNull();
      await server.close();
    });

    it('that are refused throw the same error on this side', async () => {
      const pattern = fresh('tests.refuse');
      const refusal = new AppError('contact_cap', 'The roster is full.', { cap: 250, count: 250 });
      const server = bus.serve('tests', pattern, () => Promise.reject(refusal));
      await server.ready;
      const error = await bus.request(pattern, {}, { timeoutMs: 2_000 }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(AppError);
      expect(error).not.toBe(refusal);
      expect(error).toMatchObject({
        code: 'contact_cap',
        detail: 'The roster is full.',
        extras: { cap: 250, count: 250 },
      });
      await server.close();
    });

    it('that break show as internal, without the text of the error', async () => {
      const pattern = fresh('tests.break');
      const server = bus.serve('tests', pattern, () => Promise.reject(new Error('password is hunter2')));
      await server.ready;
      const error = await bus.request(pattern, {}, { timeoutMs: 2_000 }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'internal' });
      expect(String(error)).not.toContain('hunter2');
      await server.close();
    });

    it('that nobody serves fail at once', async () => {
      const before = performance.now();
      await expect(bus.request(fresh('tests.nobody'), {}, { timeoutMs: 10_000 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(performance.now() - before).toBeLessThan(2_000);
    });

    it('that are not answered in time fail at their deadline', async () => {
      const pattern = fresh('tests.slow');
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const server = bus.serve('tests', pattern, () => gate);
      await server.ready;
      const before = performance.now();
      await expect(bus.request(pattern, {}, { timeoutMs: 150 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(performance.now() - before).toBeGreaterThanOrEqual(145);
      release();
      await server.close();
    });

    it('under way are answered before their server closes', async () => {
      const pattern = fresh('tests.drain');
      let started = false;
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const server = bus.serve('tests', pattern, async () => {
        started = true;
        await gate;
        return 'answered';
      });
      await server.ready;
      const answer = bus.request(pattern, {}, { timeoutMs: 5_000 });
      await until('the command', () => started);
      const closing = server.close();
      release();
      expect(await answer).toBe('answered');
      await closing;
      await expect(bus.request(pattern, {}, { timeoutMs: 500 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
    });

    it.runIf(under.spansProcesses)('go to one process of the service each', async () => {
      const pattern = fresh('tests.share');
      const counts = [0, 0];
      const servers = counts.map((_count, index) =>
        under.join('shared').serve('shared', pattern, () => Promise.resolve((counts[index]! += 1))),
      );
      await Promise.all(servers.map((server) => server.ready));
      await Promise.all(Array.from({ length: 100 }, () => bus.request(pattern, {}, { timeoutMs: 5_000 })));
      expect(counts[0]! + counts[1]!).toBe(100);
      expect(Math.min(...counts)).toBeGreaterThan(0);
    });
  });

  it.runIf(under.spansProcesses)('events go to one process of the durable each', async () => {
    const name = fresh('shared');
    const organizations = new Set(Array.from({ length: 40 }, () => newId('organization')));
    const heard: string[][] = [[], []];
    const consumers = heard.map((list) =>
      under.join('shared').consume(
        durable(name, {
          handler: async ({ event }) => {
            if (organizations.has(event.organizationId)) list.push(event.id);
            await new Promise(setImmediate);
          },
        }),
      ),
    );
    await Promise.all(consumers.map((consumer) => consumer.ready));
    const events = [...organizations].map((organizationId) => anEvent(organizationId));
    await publish(bus, ...events);
    await until('all events', () => heard.flat().length === events.length);
    expect(heard.flat().sort()).toEqual(events.map(({ id }) => id).sort());
    expect(Math.min(...heard.map((list) => list.length))).toBeGreaterThan(0);
  });
});
