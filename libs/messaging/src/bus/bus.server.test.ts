import { newId, Ping, createEvent } from '@capture/contracts';
import { Metrics } from '@capture/platform';
import { until } from '@capture/testing';
import { expect, it } from 'vitest';
import { InProcessBus } from '../in-process/in-process.bus.js';
import { BusPersistence } from './bus.persistence.js';
import { BusServer } from './bus.server.js';

const SETTINGS = {
  CAPTURE_BUS_MAX_DELIVER: 3,
  CAPTURE_BUS_BACKOFF_MS: ['10'],
  CAPTURE_BUS_ACK_WAIT_MS: 1_000,
  CAPTURE_BUS_CONCURRENCY: 4,
} as unknown as ConstructorParameters<typeof BusServer>[2];

/** Tells in which order things happened; its drain takes until `drained` is called. */
class Watched extends BusPersistence {
  readonly inTransaction = false;
  readonly happened: string[] = [];
  readonly ignored = new Set<string>();
  drained: () => void = () => undefined;

  runFor<T>(_organizationId: string | undefined, work: () => Promise<T>): Promise<T> {
    return work();
  }

  ignores(organizationId: string): Promise<boolean> {
    return Promise.resolve(this.ignored.has(organizationId));
  }

  takesChanges(): Promise<boolean> {
    return Promise.resolve(true);
  }

  keepDeadLetter(): Promise<void> {
    return Promise.resolve();
  }

  drain(): Promise<void> {
    this.happened.push('drain');
    return new Promise((resolve) => (this.drained = resolve));
  }
}

it('a server that closes waits for its handlers, then for the events that they added, and only then is closed', async () => {
  const bus = new InProcessBus();
  const persistence = new Watched();
  const server = new BusServer(bus, 'tests', SETTINGS, new Metrics('tests'), persistence);
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  let running = false;
  server.addHandler(
    'ping',
    async () => {
      running = true;
      await gate;
      persistence.happened.push('handled');
    },
    true,
  );
  await new Promise<void>((resolve) => server.listen(() => resolve()));
  bus.open();
  const data = { webhookEndpointId: newId('webhookEndpoint') };
  void bus.publish(createEvent(Ping, newId('organization'), data)).catch(() => undefined);
  await until('the handler', () => running);
  const closing = server.close().then(() => void persistence.happened.push('closed'));
  finish();
  await until('the drain', () => persistence.happened.includes('drain'));
  await new Promise(setImmediate);
  expect(persistence.happened).toEqual(['handled', 'drain']);
  persistence.drained();
  await closing;
  expect(persistence.happened).toEqual(['handled', 'drain', 'closed']);
  await bus.close();
});

it('an event of an organization that is ignored reaches no handler, and those of others do', async () => {
  const bus = new InProcessBus();
  const persistence = new Watched();
  const server = new BusServer(bus, 'tests', SETTINGS, new Metrics('tests'), persistence);
  const handled: string[] = [];
  server.addHandler(
    'ping',
    (event: { organizationId: string }) => Promise.resolve(handled.push(event.organizationId)),
    true,
  );
  await new Promise<void>((resolve) => server.listen(() => resolve()));
  bus.open();
  const [deleted, other] = [newId('organization'), newId('organization')];
  persistence.ignored.add(deleted);
  for (const organizationId of [deleted, other])
    await bus.publish(createEvent(Ping, organizationId, { webhookEndpointId: newId('webhookEndpoint') }));
  expect(handled).toEqual([other]);
  persistence.drain = () => Promise.resolve();
  await server.close();
  await bus.close();
});
