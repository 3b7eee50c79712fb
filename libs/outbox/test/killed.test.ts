import { NatsServer, until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Probe, type ProbeOptions } from './fixtures/probe.js';
import { startDatabase, type ProbeDatabase } from './fixtures/database.js';

const EVENTS = 5;

describe.each(['in process', 'NATS'])('a killed process, bus: %s', (kind) => {
  let nats: NatsServer | undefined;
  let database: ProbeDatabase;
  const probes: Probe[] = [];

  // A stream of its own: what the test before had handled but not acknowledged would come again.
  beforeEach(async () => {
    if (kind === 'NATS') nats = await NatsServer.start();
    database = await startDatabase(inject('postgresAdminUrl'));
  });
  afterEach(async () => {
    await Promise.all(probes.splice(0).map((probe) => probe.kill()));
    await database.close();
    await nats?.stop();
  });

  async function start(options: Omit<ProbeOptions, 'database' | 'natsUrl'> = {}): Promise<Probe> {
    const probe = await Probe.start({ database, natsUrl: nats?.url, ...options });
    probes.push(probe);
    return probe;
  }

  /** Expects exactly one effect of each of `ids`, and an outbox without pending rows. */
  async function expectOnce(ids: string[]): Promise<void> {
    const pending = 'SELECT count(*)::int AS count FROM outbox WHERE published_at IS NULL';
    await until(
      'an empty outbox',
      async () => (await database.sql<{ count: number }>(pending))[0]?.count === 0,
    );
    const effects = (): Promise<{ event_id: string }[]> => database.sql('SELECT event_id FROM effect');
    await until('every effect', async () => (await effects()).length >= ids.length);
    expect((await effects()).map((row) => row.event_id).sort()).toEqual([...ids].sort());
  }

  it('19: killed between commit and publish, the next process publishes what was committed', async () => {
    const first = await start({ hold: 'before-publish' });
    const ids = await first.commit(EVENTS);
    await first.reaches('before-publish');
    await first.kill();
    await start();
    await expectOnce(ids);
  });

  it('20: killed after the publish was acknowledged, the event is published again and its effect happens once', async () => {
    const first = await start({ hold: 'after-publish' });
    const ids = await first.commit(EVENTS);
    await first.reaches('after-publish');
    await first.kill();
    await start();
    await expectOnce(ids);
  });

  it('killed between the effect and its acknowledgement, the effect happens once', async () => {
    const first = await start({ hold: 'before-ack' });
    const ids = await first.commit(EVENTS);
    await first.reaches('before-ack');
    await first.kill();
    await start();
    await expectOnce(ids);
  });
});
