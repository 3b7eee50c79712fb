import { NatsServer, until } from '@capture/testing';
import { newId } from '@capture/contracts';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { BusServer, Commands, InProcessBus } from '@capture/messaging';
import { Database } from '@capture/persistence';
import type { OutboxStatusDto } from '../src/operations/outbox.dto.js';
import { OutboxRepository } from '../src/outbox/outbox.repository.js';
import { RetentionJobs } from '../src/operations/retention.jobs.js';
import { anEvent } from './fixtures/events.js';
import { startDatabase, type ProbeDatabase } from './fixtures/database.js';
import {
  ALLOWANCE,
  REFUSED,
  startTestService,
  type ServiceOptions,
  type TestService,
} from './fixtures/service.js';

describe.each(['in process', 'NATS'])('outbox, bus: %s', (kind) => {
  let nats: NatsServer | undefined;
  let database: ProbeDatabase;
  const services: TestService[] = [];
  let shared: InProcessBus;

  beforeEach(async () => {
    if (kind === 'NATS') nats = await NatsServer.start();
    database = await startDatabase(inject('postgresAdminUrl'));
    shared = new InProcessBus();
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()));
    await database.close();
    await nats?.stop();
  });

  async function start(options: Partial<ServiceOptions> = {}): Promise<TestService> {
    const service = await startTestService({ database, bus: nats?.url ?? shared, ...options });
    services.push(service);
    shared.open();
    return service;
  }

  async function effects(): Promise<string[]> {
    const rows = await database.sql<{ event_id: string }>('SELECT event_id FROM effect ORDER BY id');
    return rows.map((row) => row.event_id);
  }

  it('publishes the events of a transaction once it has committed', async () => {
    const service = await start();
    const event = anEvent();
    await service.commit(event);
    await until('the effect', async () => (await effects()).length === 1);
    expect(await effects()).toEqual([event.id]);
  });

  it('publishes nothing of a transaction that rolled back', async () => {
    const service = await start();
    const [lost, kept] = [anEvent(), anEvent()];
    const failing = service.database.run(async () => {
      service.outbox.add(lost);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    await service.commit(kept);
    await until('the effect', async () => (await effects()).length > 0);
    expect(await effects()).toEqual([kept.id]);
  });

  it('refuses an event outside a transaction', async () => {
    const service = await start();
    expect(() => service.outbox.add(anEvent())).toThrow('outside a transaction');
  });

  it('an event of a slow transaction that commits after later ones is still published (scenario 21)', async () => {
    const service = await start();
    const [slow, quick] = [anEvent(), anEvent()];
    let commit: () => void = () => undefined;
    let added = false;
    const gate = new Promise<void>((resolve) => (commit = resolve));
    const slowly = service.database.run(async () => {
      service.outbox.add(slow);
      added = true;
      await gate;
    });
    await until('the slow row', () => added);
    await service.commit(quick);
    await until('the quick one', async () => (await effects()).includes(quick.id));
    commit();
    await slowly;
    await until('the slow one', async () => (await effects()).includes(slow.id));
    expect(await effects()).toEqual([quick.id, slow.id]);
  });

  it('keeps the order of one organization', async () => {
    const service = await start();
    const organizationId = newId('organization');
    const events = Array.from({ length: 250 }, () => anEvent(organizationId));
    await service.database.run(async () => {
      for (const event of events) service.outbox.add(event);
    });
    await until('every effect', async () => (await effects()).length === events.length);
    expect(await effects()).toEqual(events.map(({ id }) => id));
  });

  it('claims together what is committed in quick succession: claims are at least 15 ms apart', async () => {
    const service = await start();
    await service.commit(anEvent());
    await until('a relay that works', async () => (await effects()).length === 1);
    const rows = service.app.get(OutboxRepository);
    const claim = rows.claim.bind(rows);
    const claimedAt: number[] = [];
    // What the relay reads right before it claims: a busy machine pauses between two readings.
    let readAt = 0;
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (readAt = now()));
    vi.spyOn(rows, 'claim').mockImplementation((...given) => {
      claimedAt.push(readAt);
      return claim(...given);
    });
    let committed = 1;
    // One claim after a long pause may take everything that was committed meanwhile.
    for (; committed <= 60 || (claimedAt.length < 4 && committed < 5_000); committed += 1)
      await service.commit(anEvent());
    await until('the effects', async () => (await effects()).length === committed);
    clock.mockRestore();
    const apart = claimedAt.slice(1).map((at, before) => at - (claimedAt[before] ?? 0));
    expect(apart.length).toBeGreaterThanOrEqual(3);
    // A timer may fire a millisecond early.
    expect(Math.min(...apart)).toBeGreaterThan(13);
  });

  it('a poison event becomes a dead letter, the others go on, and a redrive after the fix has its effect (scenario 26)', async () => {
    let broken = true;
    const poison = anEvent();
    const service = await start({
      onEvent: ({ id }) => {
        if (broken && id === poison.id) throw new Error('cannot digest this');
      },
    });
    const healthy = [anEvent(poison.organizationId), anEvent(), anEvent()];
    await service.commit(poison, ...healthy);
    await until('the healthy ones', async () => (await effects()).length === healthy.length);
    const letters = () =>
      database.sql<{ event_id: string; error: string; deliveries: number }>('SELECT * FROM dead_letter');
    await until('the dead letter', async () => (await letters()).length === 1);
    expect((await letters())[0]).toMatchObject({
      event_id: poison.id,
      deliveries: 3,
      consumer: expect.stringMatching(/_ping$/),
    });
    expect((await letters())[0]?.error).toContain('cannot digest this');
    const status = () => service.operator('GET', '/operator/v1/outbox') as Promise<OutboxStatusDto>;
    await until('an empty outbox', async () => (await status()).pending === 0);
    expect(await status()).toEqual({ pending: 0, oldestAgeSec: 0, published: 4, deadLetters: 1 });
    expect(await service.operator('POST', '/operator/v1/outbox/redrive')).toEqual({
      redriven: 0,
      failed: 1,
    });
    broken = false;
    const named = await service.operator('POST', '/operator/v1/outbox/redrive', { eventIds: [poison.id] });
    expect(named).toEqual({ redriven: 1, failed: 0 });
    expect((await effects()).filter((id) => id === poison.id)).toHaveLength(1);
    expect((await status()).deadLetters).toBe(0);
  });

  it('two relays over one outbox publish every event in the order of its organization, each effect once (scenario 22)', async () => {
    const [one, two] = [await start(), await startTwin()];
    const organizations = Array.from({ length: 4 }, () => newId('organization'));
    const events = Array.from({ length: 200 }, (_item, index) => anEvent(organizations[index % 4]));
    for (const [index, event] of events.entries()) await (index % 2 === 0 ? one : two).commit(event);
    await until('every effect', async () => (await effects()).length >= events.length);
    expect((await effects()).sort()).toEqual(events.map(({ id }) => id).sort());
    const rows = await database.sql<{ claimed: number }>(
      'SELECT count(claimed_by)::int AS claimed FROM outbox WHERE published_at IS NOT NULL',
    );
    expect(rows).toEqual([{ claimed: 0 }]);
  });

  /** A second process over the same database; in process it has a bus of its own, as no two processes share one. */
  async function startTwin(): Promise<TestService> {
    const bus = new InProcessBus();
    bus.open();
    return start(nats ? {} : { bus });
  }

  it('a process that freezes in a claim keeps the lock of claims from nobody, and what it claimed to the end of its lease only (scenario 28)', async () => {
    const [frozen, other] = [await start(), await startTwin()];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let isFrozen = false;
    const held = frozen.app.get(Database);
    const send = held.lastTogether.bind(held);
    vi.spyOn(held, 'lastTogether').mockImplementation(async (...statements) => {
      const answer = await send(...statements);
      isFrozen ||= (answer.at(-1)?.length ?? 0) > 0;
      if (isFrozen) await gate;
      return answer as never;
    });
    try {
      let committed = 0;
      // The other process may come first to an event, and then there is nothing left to claim.
      await until('a claim', async () => {
        await frozen.commit(anEvent());
        committed += 1;
        return isFrozen;
      });
      await other.commit(anEvent());
      await until('every effect', async () => (await effects()).length === committed + 1);
    } finally {
      release();
    }
  });

  it('claims nothing while another claim is under way, so that the order of an organization holds', async () => {
    const { database: held, app, commit } = await start();
    const rows = app.get(OutboxRepository);
    const claim = (): Promise<unknown[]> =>
      held.forEveryOrganization('a test claims', () => rows.claim('another', 10, 60_000));
    const event = anEvent();
    await held.run(async () => {
      await held.lock('outbox claim');
      await held.outsideTransaction(async () => {
        await commit(event);
        expect(await claim()).toEqual([]);
      });
    });
    await until('the effect', async () => (await effects()).length === 1);
  });

  it('a thousand rows in flight are kept and marked without one deadlock, however often their leases are extended', async () => {
    const service = await start({ env: { CAPTURE_OUTBOX_LEASE_MS: '100', CAPTURE_BUS_CONCURRENCY: '8' } });
    const events = Array.from({ length: 1_000 }, () => anEvent());
    await service.database.run(async () => {
      for (const event of events) service.outbox.add(event);
    });
    const unmarked = 'SELECT 1 FROM outbox WHERE published_at IS NULL';
    await until('every mark', async () => (await database.sql(unmarked)).length === 0);
    await until('every effect', async () => (await effects()).length >= events.length);
    expect(await effects()).toHaveLength(events.length);
    const seen = await database.sql(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(seen).toEqual([{ deadlocks: 0 }]);
  });

  it('deletes rows past their time and no others', async () => {
    const service = await start();
    const [old, recent] = [anEvent(), anEvent()];
    await service.commit(old, recent);
    await until('both effects', async () => (await effects()).length === 2);
    await until(
      'both marks',
      async () => (await database.sql('SELECT 1 FROM outbox WHERE published_at IS NULL')).length === 0,
    );
    await database.sql(`UPDATE outbox SET published_at = now() - interval '8 days' WHERE event_id = $1`, [
      old.id,
    ]);
    await database.sql(`UPDATE inbox SET processed_at = now() - interval '31 days' WHERE event_id = $1`, [
      old.id,
    ]);
    await database.sql(
      `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, created_at, claimed_until)
       VALUES ('evt_pending', 'ping', 'org_x', '{}', '{}', now() - interval '8 days', now() + interval '1 day')`,
    );
    await database.sql(
      `INSERT INTO dead_letter (consumer, event_id, type, organization_id, envelope, error, deliveries, created_at, redriven_at)
       SELECT 'c', id, 'ping', 'org_x', '{}', 'e', 3, now() - interval '40 days', at
       FROM (VALUES ('evt_open', NULL), ('evt_redriven', now() - interval '31 days')) AS letter(id, at)`,
    );
    await service.app.get(RetentionJobs).prune(new AbortController().signal);
    expect(await database.sql('SELECT event_id FROM dead_letter')).toEqual([{ event_id: 'evt_open' }]);
    expect(await database.sql('SELECT event_id FROM outbox ORDER BY id')).toEqual([
      { event_id: recent.id },
      { event_id: 'evt_pending' },
    ]);
    expect(await database.sql('SELECT event_id FROM inbox')).toEqual([{ event_id: recent.id }]);
  });

  it('commands reach the handler of another service, and its refusal comes back as it was', async () => {
    const service = await start();
    const commands = service.app.get(Commands);
    const answer = await commands.send('accounts.check_allowance', { organizationId: newId('organization') });
    expect(answer).toEqual(ALLOWANCE);
    await expect(
      commands.send('accounts.check_allowance', { organizationId: REFUSED }),
    ).rejects.toMatchObject({
      code: 'organization_paused',
      detail: 'Paused.',
    });
    const unserved = commands.send('recordings.delete', {
      organizationId: newId('organization'),
      recordingId: newId('recording'),
      reason: 'operator',
    });
    await expect(unserved).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('a stopping service publishes the events that its last handlers added', async () => {
    let service: TestService | undefined = undefined as TestService | undefined;
    const added = anEvent();
    let running = false;
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    service = await start({
      onEvent: async ({ id }) => {
        if (id === added.id || running) return;
        running = true;
        await gate;
        service?.outbox.add(added);
      },
    });
    await service.commit(anEvent());
    await until('the handler', () => running);
    // An event that is added before its consumers stop would still be handled.
    const stopped = vi.spyOn(service.app.get(BusServer), 'close');
    const closing = service.close();
    await until('its consumers to stop', () => stopped.mock.calls.length > 0);
    release();
    await closing;
    services.splice(0);
    const rows = await database.sql<{ published: boolean }>(
      'SELECT published_at IS NOT NULL AS published FROM outbox WHERE event_id = $1',
      [added.id],
    );
    expect(rows).toHaveLength(1);
    // In process no consumer is left: the event stays in the outbox for the next start instead of getting lost.
    expect(rows[0]?.published).toBe(kind === 'NATS');
  });
});
