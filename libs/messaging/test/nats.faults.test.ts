import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { NatsServer, until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '../src/bus/bus.js';
import { NatsBus } from '../src/nats/nats.bus.js';
import { collect, durable, STREAM_SETTINGS } from './fixtures/buses.js';
import { anEvent } from './fixtures/events.js';

let server: NatsServer;
const open: Bus[] = [];

beforeEach(async () => {
  server = await NatsServer.start();
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.close()));
  await server.stop();
});

async function joined(url = server.url, stream = STREAM_SETTINGS): Promise<NatsBus> {
  const bus = new NatsBus({ url, service: 'tests', stream });
  open.push(bus);
  await until('the bus', () => bus.check().then(() => true));
  return bus;
}

/** Kills the server; resolves once this bus knows. */
async function cutOff(bus: Bus): Promise<void> {
  await server.kill();
  await until('a lost server', () =>
    bus.check().then(
      () => false,
      () => true,
    ),
  );
}

/** Everything that a process does on the bus works. */
async function expectWorking(bus: Bus, heard: string[], listened: string[]): Promise<void> {
  await until('the bus', () => bus.check().then(() => true));
  const event = anEvent();
  await until('a publish', () => bus.publish(event).then(() => true));
  await until('its consumer', () => heard.includes(event.id));
  await until(
    'a reply',
    async () => (await bus.request('tests.echo', event.id, { timeoutMs: 1_000 })) === event.id,
  );
  await until('a broadcast', () => {
    bus.broadcast('topic', event.id);
    return listened.includes(event.id);
  });
}

async function withEverything(bus: Bus): Promise<{ heard: string[]; listened: string[] }> {
  const heard: string[] = [];
  const listened: string[] = [];
  const subscriptions = [
    bus.consume(durable('all', { handler: ({ event }) => Promise.resolve(void heard.push(event.id)) })),
    bus.serve('tests', 'tests.echo', (payload) => Promise.resolve(payload)),
    bus.listen('topic', (message) => void listened.push(String(message))),
  ];
  await Promise.all(subscriptions.map(({ ready }) => ready));
  return { heard, listened };
}

describe('a bus whose credentials NATS refuses for a while', () => {
  it('comes back by itself, with its consumers, commands and listeners, once they are right again (scenario 84)', async () => {
    await server.stop();
    server = await NatsServer.start('capture', 'first');
    const bus = await joined(server.url.replace('//', '//capture:first@'));
    const { heard, listened } = await withEverything(bus);
    await expectWorking(bus, heard, listened);
    const before = await server.logged('authentication error');
    await server.admitOnly('capture', 'second');
    await until(
      'several refusals',
      async () => (await server.logged('authentication error')) >= before + 6,
      60_000,
    );
    await expect(bus.check()).rejects.toThrow('not connected');
    await server.admitOnly('capture', 'first');
    await expectWorking(bus, heard, listened);
  });
});

describe('a connection that its client closed for good', () => {
  it('is replaced, and consumers, commands and listeners move to the new one', async () => {
    const bus = await joined();
    const { heard, listened } = await withEverything(bus);
    await expectWorking(bus, heard, listened);
    const { generation } = bus;
    await bus['link'].current.close();
    await until('another connection', () => bus.generation > generation);
    await expectWorking(bus, heard, listened);
  });
});

describe('broadcasts while NATS is away', () => {
  it('reach those who listen in the same process, once each, and everybody again when it is back', async () => {
    const [bus, other] = [await joined(), await joined()];
    const heard: string[] = [];
    const listeners = [
      bus.listen('topic', (message) => void heard.push(`near ${String(message)}`)),
      other.listen('topic', (message) => void heard.push(`far ${String(message)}`)),
    ];
    await Promise.all(listeners.map(({ ready }) => ready));
    await cutOff(bus);
    bus.broadcast('topic', 'away');
    await until('the listener', () => heard.length === 1);
    await server.up();
    await until('both buses', () => Promise.all([bus.check(), other.check()]).then(() => true));
    await until('both listeners', () => {
      bus.broadcast('topic', 'back');
      return heard.includes('near back') && heard.includes('far back');
    });
    expect(heard.filter((message) => message.endsWith('away'))).toEqual(['near away']);
    await listeners[0]?.close();
    await cutOff(bus);
    const last = bus.listen('topic', (message) => void heard.push(`last ${String(message)}`));
    bus.broadcast('topic', 'end');
    await until('the last one', () => heard.includes('last end'));
    expect(heard).not.toContain('near end');
    await last.close();
  });
});

describe('settings that changed', () => {
  it('of a consumer reach the server as an update, so that newer servers take them too (scenario 88)', async () => {
    const before = await joined();
    await before.consume(durable('changing', { ackWaitMs: 5_000 })).ready;
    const client = await connect({ servers: server.url });
    const asked: { action?: string; config: { durable_name?: string; ack_wait: number } }[] = [];
    client.subscribe('$JS.API.CONSUMER.>', {
      callback: (_error, message) => {
        if (/\.(CREATE|DURABLE\.CREATE)\./.test(message.subject)) asked.push(message.json());
      },
    });
    await client.flush();
    const heard: string[] = [];
    const after = await joined();
    const changed = durable('changing', {
      ackWaitMs: 7_000,
      handler: ({ event }) => Promise.resolve(void heard.push(event.id)),
    });
    await before.close();
    await after.consume(changed).ready;
    const manager = await jetstreamManager(client);
    const { config } = await manager.consumers.info('CAPTURE_EVENTS', 'changing');
    expect(config.ack_wait).toBe(7_000_000_000);
    expect(asked.map(({ action }) => action)).toEqual(['update']);
    const event = anEvent();
    await after.publish(event);
    await until('the event', () => heard.includes(event.id));
    await client.close();
  });

  it.each([
    ['over another connection', (former: NatsBus) => former['link'].current.close()],
    ['after a restart of NATS', async (former: NatsBus) => cutOff(former).then(() => server.up())],
  ])(
    'are not undone by a process that started earlier and finds consumer and stream again %s',
    async (_how, reconnect) => {
      const former = await joined();
      // A server that was restarted since the stream was made names another time of making after a change of settings.
      await cutOff(former);
      await server.up();
      await until('the bus', () => former.check().then(() => true));
      const { heard, listened } = await withEverything(former);
      const settings = { ...STREAM_SETTINGS, retentionHours: 2 };
      const next = await joined(server.url, settings);
      await next.consume(durable('all', { ackWaitMs: 7_000 })).ready;
      await next.close();
      await reconnect(former);
      // More events than one fetch takes: the last ones come by a fetch that began after the reconnect.
      for (let round = 0; round < 6; round += 1) await expectWorking(former, heard, listened);
      const client = await connect({ servers: server.url });
      const { consumers, streams } = await jetstreamManager(client);
      expect((await consumers.info('CAPTURE_EVENTS', 'all')).config.ack_wait).toBe(7_000e6);
      expect((await streams.info('CAPTURE_EVENTS')).config.max_age).toBe(7_200e9);
      await client.close();
    },
  );

  it('of the stream reach the server: replicas, bytes and hours', async () => {
    await joined();
    await joined(server.url, { retentionHours: 2, replicas: 1, maxBytes: 32 * 1024 * 1024 });
    const client = await connect({ servers: server.url });
    const { config } = await (await jetstreamManager(client)).streams.info('CAPTURE_EVENTS');
    expect(config).toMatchObject({ max_age: 7_200e9, num_replicas: 1, max_bytes: 32 * 1024 * 1024 });
    await client.close();
  });
});

describe('the epoch of a stream', () => {
  it('stays when settings change between two restarts of the server, so that nothing is taken for lost', async () => {
    const restart = async (): Promise<void> => {
      await server.kill('SIGTERM');
      await server.up();
    };
    const before = await (await joined()).streamState();
    await restart();
    await joined(server.url, { ...STREAM_SETTINGS, retentionHours: 2 });
    await restart();
    const after = await (await joined(server.url, { ...STREAM_SETTINGS, retentionHours: 2 })).streamState();
    expect(after?.epoch).toBe(before?.epoch);
  });

  it('is one for processes that make the stream at once', async () => {
    const buses = await Promise.all(Array.from({ length: 6 }, () => joined()));
    const states = await Promise.all(buses.map((bus) => bus.streamState()));
    expect(new Set(states.map((state) => state?.epoch)).size).toBe(1);
  });

  it('is its time of creation where a former release made it, and what the rows of outboxes name', async () => {
    const client = await connect({ servers: server.url });
    const { streams } = await jetstreamManager(client);
    const { created } = await streams.add({ name: 'CAPTURE_EVENTS', subjects: ['events.>'] });
    expect((await (await joined()).streamState())?.epoch).toBe(created);
    expect((await (await joined()).streamState())?.epoch).toBe(created);
    await client.close();
  });
});

describe('an event that was given up', () => {
  it('is terminated at the server: nothing of it is pending for the next process', async () => {
    const bus = await joined();
    const event = anEvent();
    let dead = 0;
    const { subscription } = await collect(bus, event.organizationId, {
      durable: 'giving-up',
      maxDeliver: 1,
      ackWaitMs: 1_000,
      handler: () => Promise.reject(new Error('poison')),
      onLastFailure: () => Promise.resolve(void (dead += 1)),
    });
    await bus.publish(event);
    await until('the dead letter', () => dead === 1);
    const client = await connect({ servers: server.url });
    const manager = await jetstreamManager(client);
    await until('nothing pending', async () => {
      const { num_ack_pending } = await manager.consumers.info('CAPTURE_EVENTS', 'giving-up');
      return num_ack_pending === 0;
    });
    expect(dead).toBe(1);
    await subscription.close();
    await client.close();
  });
});
