import type { EventEnvelope } from '@capture/contracts';
import { BusPersistence } from '@capture/messaging';
import { until } from '@capture/testing';
import { jetstream } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { CuttableProxy } from './fixtures/cuttable-proxy.js';
import { anEvent } from './fixtures/events.js';
import { BUSES, OutboxHarness, STREAM } from './fixtures/harness.js';

describe.each(BUSES)('faults of consumers and their database, bus: %s', (kind) => {
  let harness: OutboxHarness;
  beforeEach(async () => {
    harness = await OutboxHarness.start(inject('postgresAdminUrl'), kind);
  });
  afterEach(() => harness.stop());

  /** Delivers an event again, long after its consumers handled it. */
  async function deliverAgain(event: EventEnvelope): Promise<void> {
    if (kind === 'in process')
      await harness.database.sql('UPDATE outbox SET published_at = NULL WHERE event_id = $1', [event.id]);
    // Without its message id the stream takes the event again, as it does once the window has passed.
    else
      await harness.beside((_manager, connection) =>
        jetstream(connection).publish('events.ping', JSON.stringify(event)),
      );
  }

  /** The way to the database, which can be cut. */
  async function cuttable(): Promise<{ proxy: CuttableProxy; database: { url: string } }> {
    const address = new URL(harness.database.url);
    const proxy = await CuttableProxy.to({ host: address.hostname, port: Number(address.port) });
    address.port = String(proxy.port);
    return { proxy, database: { url: address.toString() } };
  }

  it('an event delivered again after the dedupe window has its effect once (scenario 27)', async () => {
    const service = await harness.startService();
    const [event, marker] = [anEvent(), anEvent()];
    await service.commit(event);
    await harness.expectOnce([event.id]);
    await deliverAgain(event);
    await service.commit(marker);
    await harness.expectOnce([event.id, marker.id]);
  });

  it('a process stopped past the ack wait, or its lease, loses its event to another, and the effect happens once (scenario 28)', async () => {
    const frozen = await harness.startProbe({ hold: 'before-effect', name: 'frozen' });
    const ids = await frozen.commit(1);
    await frozen.reaches('before-effect');
    // Its consumer is what freezes, not its relay with a transaction open. In process a row is marked when all have consumed it.
    if (kind === 'NATS') await harness.published();
    frozen.child.kill('SIGSTOP');
    await harness.startProbe({ name: 'other' });
    await harness.expectOnce(ids);
    expect(await harness.database.sql('SELECT process FROM effect')).toEqual([{ process: 'other' }]);
    frozen.child.kill('SIGCONT');
    frozen.child.send({ release: true });
    await harness.expectOnce([...ids, ...(await frozen.commit(1))]);
  });

  it('a handler that takes longer than the ack wait, or the lease, keeps its event while it runs (scenario 28)', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow = await harness.startService({
      // Long enough for a busy machine to extend it in time, every third of it.
      env: { CAPTURE_BUS_ACK_WAIT_MS: '1000', CAPTURE_OUTBOX_LEASE_MS: '1000' },
      onEvent: () => gate,
    });
    const event = anEvent();
    const began = performance.now();
    await slow.commit(event);
    // In process another process would take over the row; on NATS the stream would count a second delivery.
    if (kind === 'in process') await harness.startProbe({ name: 'other' });
    await until('the time of three ack waits', () => performance.now() - began > 3_000);
    release();
    await harness.expectOnce([event.id]);
    expect(await harness.database.sql('SELECT process FROM effect')).toEqual([{ process: 'test' }]);
    if (kind === 'in process') return;
    const consumer = await harness.beside((manager) => manager.consumers.info(STREAM, 'test_ping'));
    expect(consumer.delivered).toMatchObject({ consumer_seq: 1, stream_seq: 1 });
  });

  it('PostgreSQL gone in the middle of a batch loses nothing and repeats no effect (scenario 29)', async () => {
    const { proxy, database } = await cuttable();
    const service = await harness.startService({ database });
    const events = Array.from({ length: 300 }, () => anEvent());
    await service.database.run(async () => {
      for (const event of events) service.outbox.add(event);
    });
    await until('some effects', async () => (await harness.effects()).length > 10);
    await proxy.cut();
    expect((await harness.effects()).length).toBeLessThan(events.length);
    await proxy.restore();
    await harness.expectOnce(events.map(({ id }) => id));
    expect(await harness.database.sql('SELECT 1 FROM dead_letter')).toEqual([]);
    await harness.closeServices();
    await proxy.cut();
  });

  it('an outage of PostgreSQL, however long, makes no dead letter of what its consumer was delivered (scenario 29)', async () => {
    const { proxy, database } = await cuttable();
    let cut: Promise<void> | undefined;
    const service = await harness.startService({
      database,
      // Given up after ten deliveries that find a dependency down.
      env: { CAPTURE_BUS_MAX_DELIVER: '1' },
      onEvent: async () => {
        cut ??= proxy.cut();
        await cut;
      },
    });
    const asked = vi.spyOn(service.app.get(BusPersistence), 'takesChanges');
    const event = anEvent();
    await service.commit(event);
    await until('patience', () => asked.mock.calls.length >= 3);
    await proxy.restore();
    await harness.expectOnce([event.id]);
    expect(await harness.database.sql('SELECT 1 FROM dead_letter')).toEqual([]);
    await harness.closeServices();
    await proxy.cut();
  });

  it('a full disk of a PostgreSQL that stays writable, however long, makes no dead letter either, though a letter still fits', async () => {
    const { database } = harness;
    await database.sql(
      `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    );
    await database.sql('CREATE TRIGGER full_disk BEFORE INSERT ON effect EXECUTE FUNCTION no_space()');
    await database.sql(
      `CREATE TRIGGER full_disk BEFORE INSERT ON dead_letter FOR EACH ROW
       WHEN (length(NEW.error) > 8192) EXECUTE FUNCTION no_space()`,
    );
    // Given up after ten deliveries that find a dependency down.
    const service = await harness.startService({ env: { CAPTURE_BUS_MAX_DELIVER: '1' } });
    const asked = vi.spyOn(service.app.get(BusPersistence), 'takesChanges');
    const event = anEvent();
    await service.commit(event);
    await until('patience', async () => {
      const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<boolean>));
      return answers.filter((taken) => !taken).length >= 3;
    });
    await database.sql('DROP FUNCTION no_space CASCADE');
    await harness.expectOnce([event.id]);
    expect(await database.sql('SELECT 1 FROM dead_letter')).toEqual([]);
  });
});
