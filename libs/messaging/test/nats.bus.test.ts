import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '../src/bus/bus.js';
import { durable, fresh, nats } from './fixtures/buses.js';
import { anEvent } from './fixtures/events.js';

describe('several processes on NATS', () => {
  const under = nats();
  let bus: Bus;
  beforeAll(() => under.start());
  beforeEach(async () => {
    bus = under.join('tests');
    await until('the bus', () => bus.check().then(() => true));
  });
  afterAll(() => under.stop());

  it('each hear what is published, as subscribers', async () => {
    const event = anEvent();
    const heard: string[] = [];
    const buses = [under.join('one'), under.join('one'), under.join('two')];
    const subscriptions = buses.map((each, index) =>
      each.subscribe('ping', ({ id }) => void heard.push(`${index} ${id}`)),
    );
    await Promise.all(subscriptions.map(({ ready }) => ready));
    await bus.publish(event);
    await until('every process', () => heard.length === 3);
    expect(heard.sort()).toEqual([`0 ${event.id}`, `1 ${event.id}`, `2 ${event.id}`]);
  });

  it('of one service share its commands', async () => {
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

  it('answer a command by a refusal when its reply is larger than the server takes', async () => {
    const subject = fresh('tests.large');
    await bus.serve('tests', subject, () => Promise.resolve('x'.repeat(2 * 1024 * 1024))).ready;
    const asked = bus.request(subject, {}, { timeoutMs: 60_000 });
    await expect(asked).rejects.toMatchObject({ code: 'internal' });
  });

  it('may go on telling others of what has happened while they close', async () => {
    const leaving = under.join('leaving');
    await until('the bus', () => leaving.check().then(() => true));
    let closed = false;
    const closing = leaving.close().then(() => (closed = true));
    while (!closed) {
      leaving.broadcast('live.leaving', 'still there');
      await new Promise(setImmediate);
    }
    await closing;
    leaving.broadcast('live.leaving', 'gone');
  });

  describe('of which one is of a release before heartbeats', () => {
    const LONG = { timeoutMs: 20_000 };

    async function formerServes(subject: string): Promise<NatsConnection> {
      const former = await under.connect();
      const callback = (_error: Error | null, message: Msg): void => void message.respond('{"answer":1}');
      former.subscribe(`commands.${subject}`, { callback });
      await former.flush();
      return former;
    }

    it('understand each other in a command that may take long', async () => {
      const [theirs, ours] = [fresh('tests.former'), fresh('tests.present')];
      const former = await formerServes(theirs);
      expect(await bus.request(theirs, {}, LONG)).toBe(1);
      await bus.serve('tests', ours, () => Promise.resolve(2)).ready;
      const reply = await former.request(`commands.${ours}`, '{}', { timeout: LONG.timeoutMs });
      expect(reply.json()).toEqual({ answer: 2 });
    });

    it('leave a command that may take long to those who send heartbeats', async () => {
      const subject = fresh('tests.both');
      await formerServes(subject);
      await bus.serve('tests', subject, () => Promise.resolve(2)).ready;
      expect(await Promise.all(Array.from({ length: 20 }, () => bus.request(subject, {}, LONG)))).toEqual(
        Array.from({ length: 20 }, () => 2),
      );
    });
  });

  it('of one service share the events of a durable', async () => {
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
    await Promise.all(events.map((event) => bus.publish(event)));
    await until('all events', () => heard.flat().length === events.length);
    expect(heard.flat().sort()).toEqual(events.map(({ id }) => id).sort());
    expect(Math.min(...heard.map((list) => list.length))).toBeGreaterThan(0);
  });

  it('hand on at once what the server had sent to one that closes, not only after its time to acknowledge', async () => {
    const heard = new Set<string>();
    const options = durable(fresh('leaving'), {
      handler: ({ event }) => Promise.resolve(void heard.add(event.id)),
      // Longer than the test waits.
      ackWaitMs: 120_000,
    });
    await under.join('shared').consume(options).ready;
    const published: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      const leaving = under.join('shared').consume(options);
      await leaving.ready;
      const events = Array.from({ length: 20 }, () => anEvent());
      const sent = events.map((event) => bus.publish(event));
      await sent[0];
      await leaving.close();
      await Promise.all(sent);
      published.push(...events.map(({ id }) => id));
    }
    await until('all events', () => published.every((id) => heard.has(id)));
  });
});
