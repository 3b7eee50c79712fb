import { jetstream } from '@nats-io/jetstream';
import { NatsServer, until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '../src/bus/bus.js';
import { GapWatch } from '../src/nats/gap-watch.js';
import { NatsBus } from '../src/nats/nats.bus.js';
import { durable } from './fixtures/buses.js';
import { anEvent } from './fixtures/events.js';

const MIB = 1_048_576;
const READER = { durable: 'reader', pattern: 'ping' };

describe('what a consumer has missed', () => {
  let server: NatsServer;
  let bus: NatsBus;
  let watch: GapWatch;
  beforeEach(async () => {
    server = await NatsServer.start();
    bus = new NatsBus({
      url: server.url,
      service: 'tests',
      stream: { retentionHours: 1, replicas: 1, maxBytes: MIB },
    });
    await until('the bus', () => bus.check().then(() => true));
    watch = new GapWatch(bus['stream'], bus['gaps'], READER);
  });
  afterEach(async () => {
    await bus.close();
    await server.stop();
  });

  const state = async (): Promise<{ first: number; last: number }> => {
    const { firstSequence, lastSequence } = await bus['stream'].state();
    return { first: firstSequence, last: lastSequence };
  };

  /** Fills the stream with events of others, until nothing is left of what it held. */
  async function overflow(): Promise<void> {
    const { last } = await state();
    for (let count = 0; count < 10; count += 1)
      await jetstream(bus['link'].current).publish('events.other.happened', Buffer.alloc(MIB / 8));
    expect((await state()).first).toBeGreaterThan(last);
  }

  async function reads(heard: string[] = []): Promise<Subscription> {
    const handler = ({ event }: { event: { id: string } }): Promise<void> =>
      Promise.resolve(void heard.push(event.id));
    const consumer = bus.consume(durable(READER.durable, { ...READER, handler }));
    await consumer.ready;
    return consumer;
  }

  async function recorded(): Promise<[first: number, last: number][]> {
    await bus['gaps']['readNew']();
    return bus['gaps']['known'].map(({ first, last }) => [first, last]);
  }

  it('is the range between what it has acknowledged and what the stream still holds', async () => {
    const heard: string[] = [];
    const event = anEvent();
    const consumer = await reads(heard);
    await bus.publish(event);
    await until('the event', () => heard.includes(event.id));
    await until('its acknowledgement', async () => (await bus.backlog(READER.durable)) === 0);
    await consumer.close();
    await bus.publish(anEvent());
    await overflow();
    await watch.look();
    expect(await recorded()).toEqual([[2, (await state()).first - 1]]);
    await watch.look();
    expect(await recorded()).toHaveLength(1);
  });

  it('does not reach back over events of others, which it does not get', async () => {
    await (await reads()).close();
    await watch.look();
    for (let round = 0; round < 2; round += 1) {
      await jetstream(bus['link'].current).publish('events.other.happened', 'small');
      await watch.look();
    }
    await overflow();
    await watch.look();
    const [gap, ...more] = await recorded();
    // Of the last moments: what came and went between two looks may have been for it.
    expect(gap).toEqual([3, (await state()).first - 1]);
    expect(more).toEqual([]);
  });

  it('is on record for as long as inboxes know what was handled, also on a stream that a former release made', async () => {
    const { streams } = await bus['stream'].manager();
    const days = (count: number): number => count * 24 * 3_600 * 1e9;
    await streams.add({ name: 'CAPTURE_GAPS', subjects: ['gaps.>'], max_age: days(7) });
    const { epoch } = await bus['stream'].state();
    await bus['gaps'].record({ consumer: READER.durable, pattern: READER.pattern, epoch, first: 1, last: 2 });
    expect((await streams.info('CAPTURE_GAPS')).config.max_age).toBe(days(30));
    expect(await recorded()).toEqual([[1, 2]]);
  });
});
