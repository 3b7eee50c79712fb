import { cp, rm } from 'node:fs/promises';
import { newId } from '@capture/contracts';
import { NatsServer, until } from '@capture/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { LossDetector } from '../src/loss-detector.js';
import { CuttableProxy } from './cuttable-proxy.js';
import { anEvent } from './events.js';
import { Probe, type ProbeOptions } from './probe.js';
import { startDatabase, type ProbeDatabase } from './schema.js';
import { startTestService, type ServiceOptions, type TestService } from './service.js';

const STREAM = 'CAPTURE_EVENTS';

describe('faults around NATS and PostgreSQL', () => {
  let nats: NatsServer;
  let database: ProbeDatabase;
  const services: TestService[] = [];
  const probes: Probe[] = [];

  beforeEach(async () => {
    nats = await NatsServer.start();
    database = await startDatabase(inject('postgresAdminUrl'));
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()));
    await Promise.all(probes.splice(0).map((probe) => probe.kill()));
    await database.close();
    await nats.stop();
  });

  async function start(options: Partial<ServiceOptions> = {}): Promise<TestService> {
    const service = await startTestService({ database, bus: nats.url, ...options });
    services.push(service);
    return service;
  }

  async function startProbe(options: Omit<ProbeOptions, 'database' | 'natsUrl'>): Promise<Probe> {
    const probe = await Probe.start({ database, natsUrl: nats.url, ...options });
    probes.push(probe);
    return probe;
  }

  const effects = async (): Promise<string[]> =>
    (await database.sql<{ event_id: string }>('SELECT event_id FROM effect ORDER BY id')).map(
      (row) => row.event_id,
    );

  const pending = async (): Promise<number> =>
    (await database.sql('SELECT 1 FROM outbox WHERE published_at IS NULL')).length;

  async function expectOnce(ids: string[]): Promise<void> {
    await until('every effect', async () => (await effects()).length >= ids.length);
    await until('an empty outbox', async () => (await pending()) === 0);
    expect((await effects()).sort()).toEqual([...ids].sort());
  }

  /** Ids in the stream, in its order. */
  async function streamed(): Promise<string[]> {
    const connection = await connect({ servers: nats.url });
    try {
      const manager = await jetstreamManager(connection);
      const { state } = await manager.streams.info(STREAM);
      const ids: string[] = [];
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        ids.push((await manager.streams.getMessage(STREAM, { seq }))?.header.get('Nats-Msg-Id') ?? '');
      }
      return ids;
    } finally {
      await connection.close();
    }
  }

  it('22: two relay processes put every event into the stream once, each organization in order', async () => {
    const options = { consumes: false, env: { CAPTURE_OUTBOX_LEASE_MS: '30000' } };
    const relays = await Promise.all([startProbe(options), startProbe(options)]);
    const organizations = Array.from({ length: 3 }, () => newId('organization'));
    const stated = await Promise.all(
      relays.flatMap((relay) => organizations.map((id) => relay.state(60, id))),
    );
    await until('an empty outbox', async () => (await pending()) === 0);
    const inStream = await streamed();
    expect([...inStream].sort()).toEqual(stated.flat().sort());
    // Transactions of the two processes overlap; those of one process and organization follow one another.
    for (const ids of stated) {
      const mine = new Set(ids);
      expect(inStream.filter((id) => mine.has(id))).toEqual(ids);
    }
    await Promise.all(relays.map((relay) => relay.stop()));
  });

  it('23: with NATS down the service lives, is not ready, and keeps its events; they arrive once NATS is back', async () => {
    const service = await start();
    await until('readiness', () => service.ready());
    await nats.kill();
    await until('no readiness', async () => !(await service.ready()));
    const events = Array.from({ length: 20 }, () => anEvent());
    await service.state(...events);
    expect(await pending()).toBe(events.length);
    expect(await fetch(`${service.url}/health/live`).then((answer) => answer.status)).toBe(200);
    await nats.up();
    await expectOnce(events.map(({ id }) => id));
    expect(await service.ready()).toBe(true);
  });

  it('23: a service that starts while NATS is down works once NATS is there', async () => {
    await nats.kill();
    const service = await start();
    const event = anEvent();
    await service.state(event);
    expect(await service.ready()).toBe(false);
    await nats.up();
    await expectOnce([event.id]);
  });

  it('24: when the store of the stream is deleted, every kept event is published again and no effect repeats', async () => {
    const service = await start();
    const consumed = Array.from({ length: 10 }, () => anEvent());
    await service.state(...consumed);
    await expectOnce(consumed.map(({ id }) => id));
    await service.close();
    services.splice(0);
    const relay = await startProbe({ consumes: false });
    const unconsumed = await relay.state(10);
    await until('an empty outbox', async () => (await pending()) === 0);
    await nats.kill();
    await rm(nats.storeDir, { recursive: true });
    await nats.up();
    await start();
    await expectOnce([...consumed.map(({ id }) => id), ...unconsumed]);
    expect((await streamed()).sort()).toEqual([...consumed.map(({ id }) => id), ...unconsumed].sort());
  });

  it('24: a stream deleted under running processes is made anew and filled again', async () => {
    const service = await start();
    const before = anEvent();
    await service.state(before);
    await expectOnce([before.id]);
    const connection = await connect({ servers: nats.url });
    await (await jetstreamManager(connection)).streams.delete(STREAM);
    await connection.close();
    const after = anEvent();
    await service.state(after);
    await expectOnce([before.id, after.id]);
    await until('both in the new stream', async () => (await streamed()).length === 2);
  });

  it('25: when the stream is rolled back to an older copy, what it lost is published again', async () => {
    const relay = await startProbe({ consumes: false });
    const kept = await relay.state(10);
    await until('an empty outbox', async () => (await pending()) === 0);
    const copy = `${nats.storeDir}-copy`;
    await nats.kill('SIGTERM');
    await cp(nats.storeDir, copy, { recursive: true });
    await nats.up();
    const lost = await relay.state(10);
    await until('an empty outbox', async () => (await pending()) === 0);
    await nats.kill('SIGTERM');
    await rm(nats.storeDir, { recursive: true });
    await cp(copy, nats.storeDir, { recursive: true });
    await rm(copy, { recursive: true });
    await nats.up();
    await start();
    await expectOnce([...kept, ...lost]);
    await relay.stop();
  });

  it('25: a rollback that events of other services have grown over is found too', async () => {
    const first = await start();
    const kept = anEvent();
    await first.state(kept);
    await expectOnce([kept.id]);
    const connection = await connect({ servers: nats.url });
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info(STREAM);
    const lost = anEvent();
    // As after a rollback: the row says "position 2", where another service's event is now.
    await database.sql(
      `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, published_at, stream_epoch, stream_sequence)
       SELECT $1, 'ping', $2, $3, '{}', now() - interval '1 minute', stream_epoch, $4 FROM outbox`,
      [lost.id, lost.organizationId, JSON.stringify(lost), state.last_seq + 1],
    );
    await jetstream(connection).publish('events.other.happened', JSON.stringify(anEvent()), {
      msgID: 'evt_other1',
    });
    await jetstream(connection).publish('events.other.happened', JSON.stringify(anEvent()), {
      msgID: 'evt_other2',
    });
    await connection.close();
    await expectOnce([kept.id, lost.id]);
    expect(await first.app.get(LossDetector).compare()).toBe(0);
  });

  it('27: an event delivered again after the dedupe window has its effect once', async () => {
    const service = await start();
    const event = anEvent();
    await service.state(event);
    await expectOnce([event.id]);
    const connection = await connect({ servers: nats.url });
    // Without its message id the stream takes the event again, as it does once the window has passed.
    await jetstream(connection).publish('events.ping', JSON.stringify(event));
    await connection.close();
    const marker = anEvent(event.organizationId);
    await service.state(marker);
    await expectOnce([event.id, marker.id]);
  });

  it('28: a process stopped past the ack wait loses its event to another, and the effect happens once', async () => {
    const frozen = await startProbe({ hold: 'before-effect', name: 'frozen' });
    const ids = await frozen.state(1);
    await frozen.reaches('before-effect');
    frozen.child.kill('SIGSTOP');
    await startProbe({ name: 'other' });
    await expectOnce(ids);
    expect(await database.sql('SELECT process FROM effect')).toEqual([{ process: 'other' }]);
    frozen.child.kill('SIGCONT');
    frozen.child.send({ release: true });
    const more = await frozen.state(1);
    await expectOnce([...ids, ...more]);
  });

  it('28: a handler that takes longer than the ack wait keeps its event while it runs', async () => {
    const deliveries: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const service = await start({
      env: { CAPTURE_BUS_ACK_WAIT_MS: '300' },
      onEvent: async ({ id }) => {
        deliveries.push(id);
        await gate;
      },
    });
    const event = anEvent();
    const began = performance.now();
    await service.state(event);
    await until('the time of four ack waits', () => performance.now() - began > 1_200);
    expect(deliveries).toEqual([event.id]);
    release();
    await expectOnce([event.id]);
    expect(deliveries).toEqual([event.id]);
  });

  it('29: PostgreSQL gone in the middle of a batch loses nothing and repeats no effect', async () => {
    const address = new URL(database.url);
    const proxy = await CuttableProxy.to({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    const service = await start({ database: { url: address.toString() } });
    const events = Array.from({ length: 300 }, () => anEvent());
    await service.database.run(async () => {
      for (const event of events) await service.outbox.add(event);
    });
    await until('some effects', async () => (await effects()).length > 10);
    await proxy.cut();
    expect((await effects()).length).toBeLessThan(events.length);
    await proxy.mend();
    await expectOnce(events.map(({ id }) => id));
    expect(await database.sql('SELECT 1 FROM dead_letter')).toEqual([]);
    await service.close();
    services.splice(0);
    await proxy.cut();
  });
});
