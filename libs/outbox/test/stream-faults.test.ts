import { cp, rename, rm } from 'node:fs/promises';
import { AppError, newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { jetstream } from '@nats-io/jetstream';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { LossDetector } from '../src/loss-detector.js';
import { anEvent } from './events.js';
import { Stage, STREAM } from './stage.js';

describe('faults of the stream', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.set(inject('postgresAdminUrl'));
  });
  afterEach(() => stage.strike());

  it('22: two relay processes put every event into the stream once, each organization in order', async () => {
    const options = { consumes: false, env: { CAPTURE_OUTBOX_LEASE_MS: '30000' } };
    const relays = await Promise.all([stage.startProbe(options), stage.startProbe(options)]);
    const organizations = Array.from({ length: 3 }, () => newId('organization'));
    const stated = await Promise.all(
      relays.flatMap((relay) => organizations.map((id) => relay.state(60, id))),
    );
    await stage.published();
    const inStream = await stage.streamed();
    expect([...inStream].sort()).toEqual(stated.flat().sort());
    // Transactions of the two processes overlap; those of one process and organization follow one another.
    for (const ids of stated) {
      const mine = new Set(ids);
      expect(inStream.filter((id) => mine.has(id))).toEqual(ids);
    }
  });

  it('23: with NATS down the service lives, is not ready, and keeps its events; they arrive once NATS is back', async () => {
    const service = await stage.start();
    await until('readiness', () => service.ready());
    await stage.nats.kill();
    await until('no readiness', async () => !(await service.ready()));
    const events = Array.from({ length: 20 }, () => anEvent());
    await service.state(...events);
    expect(await stage.pending()).toBe(events.length);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await stage.nats.up();
    await stage.expectOnce(events.map(({ id }) => id));
    await until('readiness again', () => service.ready());
  });

  it('23: a service that starts while NATS is down works once NATS is there', async () => {
    await stage.nats.kill();
    const service = await stage.start();
    const event = anEvent();
    await service.state(event);
    expect(await service.ready()).toBe(false);
    await stage.nats.up();
    await stage.expectOnce([event.id]);
  });

  it('24: when the store of the stream is deleted, every kept event is published again and no effect repeats', async () => {
    const service = await stage.start();
    const consumed = Array.from({ length: 10 }, () => anEvent());
    await service.state(...consumed);
    const ids = consumed.map(({ id }) => id);
    await stage.expectOnce(ids);
    await stage.closeServices();
    const relay = await stage.startProbe({ consumes: false });
    ids.push(...(await relay.state(10)));
    await stage.published();
    await stage.nats.kill();
    await rm(stage.nats.storeDir, { recursive: true });
    await stage.nats.up();
    await stage.start();
    await stage.expectOnce(ids);
    expect((await stage.streamed()).sort()).toEqual([...ids].sort());
  });

  it('24: a stream deleted under running processes is made anew and filled again', async () => {
    const service = await stage.start();
    const [before, after] = [anEvent(), anEvent()];
    await service.state(before);
    await stage.expectOnce([before.id]);
    await stage.beside((manager) => manager.streams.delete(STREAM));
    await service.state(after);
    await stage.expectOnce([before.id, after.id]);
    await until('both in the new stream', async () => (await stage.streamed()).length === 2);
  });

  it('25: when the stream is rolled back to an older copy, what it lost is published again before anything new', async () => {
    const { nats } = stage;
    let away = true;
    const service = await stage.start({
      // Only the comparison that follows a connection can find the loss in time.
      env: { CAPTURE_OUTBOX_CHECK_MS: '600000' },
      onEvent: () => {
        if (away) throw new AppError('service_unavailable', 'The consumer cannot work yet.');
      },
    });
    const events = Array.from({ length: 21 }, () => anEvent());
    await service.state(...events.slice(0, 10));
    await stage.published();
    const copy = `${nats.storeDir}-copy`;
    await nats.kill('SIGTERM');
    await cp(nats.storeDir, copy, { recursive: true });
    await nats.up();
    await service.state(...events.slice(10, 20));
    await stage.published();
    await nats.kill('SIGTERM');
    await rm(nats.storeDir, { recursive: true });
    await rename(copy, nats.storeDir);
    await service.state(...events.slice(20));
    away = false;
    await nats.up();
    await stage.expectOnce(events.map(({ id }) => id));
    expect((await stage.streamed()).sort()).toEqual(events.map(({ id }) => id).sort());
  });

  it('25: a rollback that events of other services have grown over is found too', async () => {
    const service = await stage.start();
    const [kept, lost] = [anEvent(), anEvent()];
    await service.state(kept);
    await stage.expectOnce([kept.id]);
    await stage.beside(async (manager, connection) => {
      const { state } = await manager.streams.info(STREAM);
      // As after a rollback: the row names a position where the event of another service is now.
      await stage.database.sql(
        `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, published_at, stream_epoch, stream_sequence)
         SELECT $1, 'ping', $2, $3, '{}', now() - interval '1 minute', stream_epoch, $4 FROM outbox`,
        [lost.id, lost.organizationId, JSON.stringify(lost), state.last_seq + 1],
      );
      for (const msgID of ['evt_other1', 'evt_other2']) {
        await jetstream(connection).publish('events.other.happened', JSON.stringify(anEvent()), { msgID });
      }
    });
    await stage.expectOnce([kept.id, lost.id]);
    expect(await service.app.get(LossDetector).compare()).toBe(0);
  });
});
