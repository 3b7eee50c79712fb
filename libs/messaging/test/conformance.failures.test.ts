import { AppError } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus, Delivery } from '../src/bus/bus.js';
import { collect, inProcess, nats } from './fixtures/buses.js';
import { anEvent } from './fixtures/events.js';

describe.each([inProcess(), nats()])('events, bus: $name', (under) => {
  let bus: Bus;
  beforeAll(() => under.start());
  beforeEach(async () => {
    bus = under.join('tests');
    await until('the bus', () => bus.check().then(() => true));
  });
  afterAll(() => under.stop());

  it('whose handler throws come again after the backoff until it resolves', async () => {
    const event = anEvent();
    const at: number[] = [];
    const attempts: number[] = [];
    const { subscription } = await collect(bus, event.organizationId, {
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
    const { subscription } = await collect(bus, event.organizationId, {
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
    const { subscription } = await collect(bus, event.organizationId, {
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
    const { subscription } = await collect(bus, event.organizationId, {
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

  it('wait while the database of their consumer is away, however long, and are then handled', async () => {
    const event = anEvent();
    let away = true;
    let asked = 0;
    let dead = 0;
    const done: string[] = [];
    const { subscription } = await collect(bus, event.organizationId, {
      // Given up after ten deliveries that find a dependency down.
      maxDeliver: 1,
      backoffMs: [5],
      canHandle: () => {
        asked += 1;
        return away ? Promise.reject(new Error('no database')) : Promise.resolve(true);
      },
      handler: ({ event: { id } }) => {
        if (away) return Promise.reject(new AppError('service_unavailable', 'no database'));
        return Promise.resolve(void done.push(id));
      },
      onLastFailure: () => Promise.resolve(void (dead += 1)),
    });
    const published = bus.publish(event);
    await until('a dead letter, or patience', () => dead > 0 || asked >= 3);
    away = false;
    await until('the effect', () => dead > 0 || done.includes(event.id));
    await published;
    expect(dead).toBe(0);
    await subscription.close();
  });
});
