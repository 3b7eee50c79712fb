import { createEvent, newId, Ping, type EventEnvelope } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import type { ConsumeOptions } from '../bus/bus.js';
import { InProcessBus } from './in-process.bus.js';

const anEvent = (): EventEnvelope =>
  createEvent(Ping, newId('organization'), { webhookEndpointId: newId('webhookEndpoint') });

function options(handler: ConsumeOptions['handler']): ConsumeOptions {
  return {
    durable: 'tests_all',
    pattern: '>',
    handler,
    maxDeliver: 2,
    backoffMs: [60_000],
    ackWaitMs: 1_000,
    concurrency: 1,
    onLastFailure: () => Promise.resolve(),
  };
}

describe('InProcessBus', () => {
  it('is not ready and delivers nothing before it is opened: services may still be starting', async () => {
    const bus = new InProcessBus();
    const event = anEvent();
    const heard: string[] = [];
    const published = bus.publish(event);
    await expect(bus.check()).rejects.toThrow('starting');
    bus.consume(options(({ event: { id } }) => Promise.resolve(void heard.push(id))));
    expect(heard).toEqual([]);
    bus.open();
    await published;
    expect(heard).toEqual([event.id]);
    await bus.check();
  });

  it('acknowledges an event only when its consumer has finished with it', async () => {
    const bus = new InProcessBus();
    bus.open();
    let finish: () => void = () => undefined;
    bus.consume(options(() => new Promise((resolve) => (finish = resolve))));
    let acknowledged = false;
    const published = bus.publish(anEvent()).then(() => (acknowledged = true));
    await new Promise(setImmediate);
    expect(acknowledged).toBe(false);
    finish();
    await published;
  });

  it('refuses events that a stopped consumer would miss, so that their outbox rows stay', async () => {
    const bus = new InProcessBus();
    bus.open();
    const consumer = bus.consume(options(() => Promise.resolve()));
    await consumer.close();
    await expect(bus.publish(anEvent())).rejects.toThrow('has stopped');
  });

  it('hands an event that waits for its next delivery back when the consumer stops', async () => {
    const bus = new InProcessBus();
    bus.open();
    let failed = false;
    const consumer = bus.consume(
      options(() => {
        failed = true;
        return Promise.reject(new Error('not yet'));
      }),
    );
    const published = bus.publish(anEvent());
    while (!failed) await new Promise(setImmediate);
    const outcome = expect(published).rejects.toThrow('has stopped');
    await consumer.close();
    await outcome;
  });

  it('shows a handler nothing of its caller: neither transaction nor trace crosses', async () => {
    const { AsyncLocalStorage } = await import('node:async_hooks');
    const ambient = new AsyncLocalStorage<string>();
    const bus = new InProcessBus();
    bus.open();
    bus.serve('tests', 'tests.ambient', () => Promise.resolve(ambient.getStore() ?? 'nothing'));
    const answer = await ambient.run("the caller's transaction", () =>
      bus.request('tests.ambient', {}, { timeoutMs: 500 }),
    );
    expect(answer).toBe('nothing');
  });
});
