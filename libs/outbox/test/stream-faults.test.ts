import { cp, rename, rm } from 'node:fs/promises';
import { AppError, newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { jetstream } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { LossDetector } from '../src/outbox/loss-detector.js';
import { anEvent } from './fixtures/events.js';
import { OutboxHarness, STREAM } from './fixtures/harness.js';

describe('faults of the stream', () => {
  let harness: OutboxHarness;
  beforeEach(async () => {
    harness = await OutboxHarness.start(inject('postgresAdminUrl'));
  });
  afterEach(() => harness.stop());

  it('two relay processes put every event into the stream once, each organization in order (scenario 22)', async () => {
    const options = { consumes: false, env: { CAPTURE_OUTBOX_LEASE_MS: '30000' } };
    const relays = await Promise.all([harness.startProbe(options), harness.startProbe(options)]);
    const organizations = Array.from({ length: 3 }, () => newId('organization'));
    const committed = await Promise.all(
      relays.flatMap((relay) => organizations.map((id) => relay.commit(60, id))),
    );
    await harness.published();
    const inStream = await harness.streamed();
    expect([...inStream].sort()).toEqual(committed.flat().sort());
    // Transactions of the two processes overlap; those of one process and organization follow one another.
    for (const ids of committed) {
      const mine = new Set(ids);
      expect(inStream.filter((id) => mine.has(id))).toEqual(ids);
    }
  });

  it('with NATS down the service stays ready, says that it is degraded, and keeps its events; they arrive once NATS is back (scenarios 23, 83)', async () => {
    const service = await harness.startService();
    await until('the bus', async () => (await service.health()).status === 'ok');
    await harness.nats.kill();
    await until('what is missing', async () => (await service.health()).degraded?.['bus']);
    expect(await service.ready()).toBe(true);
    const events = Array.from({ length: 20 }, () => anEvent());
    await service.commit(...events);
    expect(await harness.pending()).toBe(events.length);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await harness.nats.up();
    await harness.expectOnce(events.map(({ id }) => id));
    await until('the bus again', async () => (await service.health()).status === 'ok');
  });

  it('a service that starts while NATS is down works once NATS is there (scenario 23)', async () => {
    await harness.nats.kill();
    const service = await harness.startService();
    const event = anEvent();
    await service.commit(event);
    expect(await service.health()).toMatchObject({
      status: 'degraded',
      degraded: { bus: 'NATS is not connected' },
    });
    expect(await service.ready()).toBe(true);
    await harness.nats.up();
    await harness.expectOnce([event.id]);
  });

  it('when the store of the stream is deleted, every kept event is published again and no effect repeats (scenario 24)', async () => {
    const service = await harness.startService();
    const consumed = Array.from({ length: 10 }, () => anEvent());
    await service.commit(...consumed);
    const ids = consumed.map(({ id }) => id);
    await harness.expectOnce(ids);
    await harness.closeServices();
    const relay = await harness.startProbe({ consumes: false });
    ids.push(...(await relay.commit(10)));
    await harness.published();
    await harness.nats.kill();
    await rm(harness.nats.storeDir, { recursive: true });
    await harness.nats.up();
    await harness.startService();
    await harness.expectOnce(ids);
    expect((await harness.streamed()).sort()).toEqual([...ids].sort());
  });

  it('a stream deleted under running processes is made anew and filled again (scenario 24)', async () => {
    const service = await harness.startService();
    const [before, after] = [anEvent(), anEvent()];
    await service.commit(before);
    await harness.expectOnce([before.id]);
    await harness.beside((manager) => manager.streams.delete(STREAM));
    await service.commit(after);
    await harness.expectOnce([before.id, after.id]);
    await until('both in the new stream', async () => (await harness.streamed()).length === 2);
  });

  it('a database that is set back gets every fact that it keeps once the stream is deleted, and none of what was after', async () => {
    let away = true;
    const service = await harness.startService({
      onEvent: () => {
        if (away) throw new AppError('service_unavailable', 'The consumer cannot work yet.');
      },
    });
    const [kept, undone] = [anEvent(), anEvent()];
    await service.commit(kept);
    await harness.published();
    // To here, with `kept` in the stream and not consumed yet, the database is set back below.
    away = false;
    await harness.expectOnce([kept.id]);
    await service.commit(undone);
    await harness.expectOnce([kept.id, undone.id]);
    await harness.closeServices();
    await harness.database.sql('DELETE FROM effect');
    await harness.database.sql('DELETE FROM inbox');
    await harness.database.sql('DELETE FROM outbox WHERE event_id = $1', [undone.id]);
    await harness.beside(async (_manager, connection) => {
      const answer = await connection.request(`$JS.API.STREAM.DELETE.${STREAM}`);
      expect(answer.json()).toMatchObject({ success: true });
    });
    await harness.startService();
    await harness.expectOnce([kept.id]);
    expect(await harness.streamed()).toEqual([kept.id]);
  });

  it('when the stream is rolled back to an older copy, what it lost is published again before anything new (scenario 25)', async () => {
    const { nats } = harness;
    let away = true;
    const service = await harness.startService({
      // Only the comparison that follows a connection can find the loss in time.
      env: { CAPTURE_OUTBOX_CHECK_MS: '600000' },
      onEvent: () => {
        if (away) throw new AppError('service_unavailable', 'The consumer cannot work yet.');
      },
    });
    const events = Array.from({ length: 21 }, () => anEvent());
    await service.commit(...events.slice(0, 10));
    await harness.published();
    const copy = `${nats.storeDir}-copy`;
    await nats.kill('SIGTERM');
    await cp(nats.storeDir, copy, { recursive: true });
    await nats.up();
    await service.commit(...events.slice(10, 20));
    await harness.published();
    await nats.kill('SIGTERM');
    await rm(nats.storeDir, { recursive: true });
    await rename(copy, nats.storeDir);
    await service.commit(...events.slice(20));
    away = false;
    await nats.up();
    await harness.expectOnce(events.map(({ id }) => id));
    expect((await harness.streamed()).sort()).toEqual(events.map(({ id }) => id).sort());
  });

  it('a rollback that events of other services have grown over is found too (scenario 25)', async () => {
    const service = await harness.startService();
    const [kept, lost] = [anEvent(), anEvent()];
    await service.commit(kept);
    await harness.expectOnce([kept.id]);
    await harness.beside(async (manager, connection) => {
      const { state } = await manager.streams.info(STREAM);
      // As after a rollback: the row names a position where the event of another service is now.
      await harness.database.sql(
        `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, published_at, stream_epoch, stream_sequence)
         SELECT $1, 'ping', $2, $3, '{}', now() - interval '1 minute', stream_epoch, $4 FROM outbox`,
        [lost.id, lost.organizationId, JSON.stringify(lost), state.last_seq + 1],
      );
      for (const msgID of ['evt_other1', 'evt_other2']) {
        await jetstream(connection).publish('events.other.happened', JSON.stringify(anEvent()), { msgID });
      }
    });
    await harness.expectOnce([kept.id, lost.id]);
    expect(await service.app.get(LossDetector).compare()).toBe(0);
  });
});
