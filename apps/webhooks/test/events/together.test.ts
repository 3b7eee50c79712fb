import { CaptureRequestLaunched, createEvent, newId, type EventEnvelope } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { EventJobs } from '../../src/events/event.jobs.js';
import { FOLLOWERS_TOGETHER } from '../../src/events/intake/fact-order.service.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('events that are taken in together', () => {
  let under: WebhooksUnderTest;
  beforeEach(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_BUS_MAX_DELIVER: '100' });
  });
  afterEach(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  const logged = (organizationId: string): Promise<{ id: string; sequence: number }[]> =>
    under.sql(
      'SELECT id, sequence::int AS sequence FROM event WHERE organization_id = $1 ORDER BY sequence',
      organizationId,
    );
  const numbered = (organizationId: string, count: number): EventEnvelope[] =>
    Array.from({ length: count }, (_each, index) => ({
      ...closedEvent(organizationId),
      fact: { source: 'capture_requests', ordinal: index + 1 },
    }));

  /** Locks rows that every event of the organization needs, until the returned function is called. It runs `work` before. */
  const hold = async (
    table: 'event_counter' | 'fact_position',
    organizationId: string,
  ): Promise<(work?: (database: Database) => Promise<unknown>) => Promise<void>> => {
    const database = under.app.get(Database);
    let release: (work: (database: Database) => Promise<unknown>) => void = () => undefined;
    const released = new Promise<(database: Database) => Promise<unknown>>((resolve) => (release = resolve));
    let locked: () => void = () => undefined;
    const isLocked = new Promise<void>((resolve) => (locked = resolve));
    const holding = database.forOrganization(organizationId, () =>
      database.run(async () => {
        await database.query(`SELECT 1 FROM ${table} WHERE organization_id = $1 FOR UPDATE`, organizationId);
        locked();
        const work = await released;
        await work(database);
      }),
    );
    await isLocked;
    return (work = () => Promise.resolve()) => {
      release(work);
      return holding;
    };
  };

  it('get the sequence of their facts in each organization, in whatever order they come', async () => {
    const organizations = [under.organization(), under.organization(), under.organization()];
    const facts = organizations.map(({ id }) => numbered(id, 60));
    await under.hears(...facts.flat().reverse());
    for (const [index, { id }] of organizations.entries())
      expect(await logged(id)).toEqual(facts[index]?.map((fact, at) => ({ id: fact.id, sequence: at + 1 })));
  });

  it('wait for an earlier fact that comes later, and leave nothing behind once it has come', async () => {
    const { id } = under.organization();
    const [first, ...later] = numbered(id, 100);
    if (!first) throw new Error('no facts');
    await under.hears(...later);
    expect(await logged(id)).toEqual([]);
    await under.hears(first);
    expect(await logged(id)).toEqual(
      [first, ...later].map((fact, at) => ({ id: fact.id, sequence: at + 1 })),
    );
    expect(await under.sql('SELECT 1 FROM early_fact')).toEqual([]);
  });

  it('are followed at once by one that another process kept while this one waited for its turn', async () => {
    const { id } = under.organization();
    const [first, second, third] = numbered(id, 3);
    if (!first || !second || !third) throw new Error('no facts');
    await under.hears(first);
    const letGo = await hold('fact_position', id);
    const hearing = under.hears(second);
    await until('its turn', async () => {
      const waiting = await under.sql(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%fact_position%'`,
      );
      return waiting.length > 0;
    });
    await letGo((database) =>
      database.execute(
        `INSERT INTO early_fact (organization_id, source, ordinal, envelope, arrived_at) VALUES ($1, $2, 3, $3, now())`,
        id,
        third.fact?.source,
        JSON.stringify(third),
      ),
    );
    await hearing;
    expect((await logged(id)).map((event) => event.id)).toEqual(
      [first, second, third].map((fact) => fact.id),
    );
  });

  it('go to every endpoint once each, also when one of them comes twice', async () => {
    const { organization, receiver, id } = await under.receiving();
    const facts = numbered(organization.id, 20);
    await under.hears(...facts);
    await under.hears(...facts, ...numbered(under.organization().id, 5));
    await until('all receipts', () => receiver.requests.length >= 20);
    const rows = await under.sql<{ n: number }>(
      'SELECT count(*)::int AS n FROM delivery WHERE endpoint_id = $1',
      id,
    );
    expect(rows).toEqual([{ n: 20 }]);
    expect(await under.sql('SELECT 1 FROM dead_letter')).toEqual([]);
  });

  it('of other types than an endpoint asked for are not delivered to it', async () => {
    const { organization, receiver } = await under.receiving();
    const { id } = await organization.endpoint(`${receiver.url}?closed`, {
      events: ['capture_request.closed'],
    });
    const data = { captureRequestId: newId('captureRequest'), metadata: '{}' };
    const launched = createEvent(CaptureRequestLaunched, organization.id, data);
    // Together, since one statement finds the endpoints of all types in a batch.
    await under.hears(closedEvent(organization.id), launched, closedEvent(organization.id));
    const rows = await under.sql<{ type: string }>(
      'SELECT event_type AS type FROM delivery WHERE endpoint_id = $1',
      id,
    );
    expect(rows.map(({ type }) => type)).toEqual(['capture_request.closed', 'capture_request.closed']);
  });

  it('are logged although one among them cannot be, which alone is tried again', async () => {
    const [sick, well] = [under.organization(), under.organization()];
    await under.sql(`ALTER TABLE event ADD CONSTRAINT refused CHECK (organization_id <> '${sick.id}')`);
    const refused = under.hears(closedEvent(sick.id));
    await under.hears(...Array.from({ length: 20 }, () => closedEvent(well.id)));
    expect(await logged(well.id)).toHaveLength(20);
    expect(await logged(sick.id)).toHaveLength(0);
    await under.sql('ALTER TABLE event DROP CONSTRAINT refused');
    await refused;
    expect(await logged(sick.id)).toHaveLength(1);
  });

  it('do not wait when rows of another organization are locked', async () => {
    const [busy, free] = [under.organization(), under.organization()];
    await under.hears(closedEvent(busy.id), closedEvent(free.id));
    const letGo = await hold('event_counter', busy.id);
    const waiting = under.hears(...Array.from({ length: 5 }, () => closedEvent(busy.id)));
    for (let round = 0; round < 5; round += 1) await under.hears(closedEvent(free.id));
    expect(await logged(free.id)).toHaveLength(6);
    expect(await logged(busy.id)).toHaveLength(1);
    await letGo();
    await waiting;
    expect(await logged(busy.id)).toHaveLength(6);
  });

  /** The most events of an organization that one transaction logged. */
  const mostAtOnce = async (organizationId: string): Promise<number> => {
    const [row] = await under.sql<{ most: number }>(
      `SELECT max(together)::int AS most FROM (
         SELECT count(*) AS together FROM event WHERE organization_id = $1 GROUP BY xmin::text
       ) transactions`,
      organizationId,
    );
    return row?.most ?? 0;
  };
  const skipMissing = (): Promise<void> => {
    under.clock.advance(3600);
    return under.app.get(EventJobs).skipMissing();
  };

  it('go on without a fact that does not arrive, although another organization cannot', async () => {
    const organizations = [under.organization(), under.organization()];
    const [sick, well] = organizations.map(({ id }) => id).toSorted();
    if (!sick || !well) throw new Error('no organizations');
    await under.hears(...numbered(sick, 2).slice(1), ...numbered(well, 2).slice(1));
    await under.sql(`ALTER TABLE event ADD CONSTRAINT refused CHECK (organization_id <> '${sick}')`);
    await skipMissing();
    expect(await logged(well)).toHaveLength(1);
    await under.sql('ALTER TABLE event DROP CONSTRAINT refused');
    await skipMissing();
    expect(await logged(sick)).toHaveLength(1);
  });

  it.each(['comes late', 'does not arrive'])(
    'are logged in transactions that stay small, however many wait for a fact that %s',
    async (what) => {
      const { id } = under.organization();
      const [first, ...later] = numbered(id, 3 * FOLLOWERS_TOGETHER);
      if (!first) throw new Error('no facts');
      await under.hears(...later);
      await (what === 'comes late' ? under.hears(first) : skipMissing());
      const expected = [...(what === 'comes late' ? [first] : []), ...later].map((fact) => fact.id);
      await until('all of them', async () => (await logged(id)).length === expected.length);
      expect((await logged(id)).map((event) => event.id)).toEqual(expected);
      // What was read last comes with it.
      expect(await mostAtOnce(id)).toBeLessThan(1.5 * FOLLOWERS_TOGETHER);
    },
  );
});
