import type {} from '@capture/testing';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { OUTBOX_PARTITIONS as OUTBOX } from '../../src/outbox-partitions.js';
import {
  addEvent,
  daysAgo,
  DividedOutbox,
  eventIdAt,
  eventIds,
  ORGANIZATION,
  partitionsOf,
  someoneWaits,
} from './divided-outbox.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('partitions of the coming days', () => {
  let outbox: DividedOutbox;
  let client: pg.Client;

  beforeEach(async () => {
    outbox = await DividedOutbox.start(inject('postgresAdminUrl'));
    client = await outbox.connect();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await outbox.close();
  });

  it('are made by several processes at once, one after another and each once', async () => {
    await outbox.divide(OUTBOX, []);
    const keepers = [outbox.keeper(), outbox.keeper(), outbox.keeper()];
    await Promise.all(keepers.map(({ partitions }) => partitions.ahead(OUTBOX, 7)));
    const [one] = keepers;
    const { partitions } = (await one?.rows.list(OUTBOX)) ?? { partitions: [] };
    const byTime = partitions.sort((a, b) => a.to.getTime() - b.to.getTime());
    for (const [index, { from }] of byTime.entries())
      if (index > 0) expect(from).toEqual(byTime[index - 1]?.to);
    expect(byTime.at(-1)?.to.getTime()).toBeGreaterThanOrEqual(Date.now() + 2 * DAY_MS);
    expect(byTime.length).toBeLessThanOrEqual(3);
  });

  it('are those of the days that the database says, whatever the clock of a process', async () => {
    const { partitions } = outbox.keeper();
    await partitions.ahead(OUTBOX, 7);
    const made = await partitionsOf(client);
    await addEvent(client, eventIdAt(new Date()), daysAgo(1));
    vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(-365) });
    await partitions.keep(OUTBOX, 7, new AbortController().signal);
    vi.useRealTimers();
    expect(await partitionsOf(client)).toEqual(made);
    expect(await eventIds(client)).toHaveLength(1);
  });

  it('are not needed by an insert: what has no partition is in the default one, and moves along when its partition is made', async () => {
    await outbox.divide(OUTBOX, [[40, 30]]);
    const [asleep, soon, late] = [daysAgo(10), daysAgo(-1), daysAgo(-100)].map(eventIdAt);
    for (const id of [asleep, soon, late]) await addEvent(client, id ?? '', null);
    expect(await eventIds(client, 'outbox_default')).toEqual([asleep, soon, late]);
    await outbox.keeper().partitions.ahead(OUTBOX, 7);
    expect(await eventIds(client, 'outbox_default')).toEqual([asleep, late]);
    expect(await eventIds(client)).toEqual([asleep, soon, late]);
    // Each was numbered at its commit, and none again when it moved.
    const { rows } = await client.query<{ envelope: string }>('SELECT envelope FROM outbox');
    expect(rows.map(({ envelope }) => envelope.split('"fact"').length)).toEqual([2, 2, 2]);
  });

  it('number their facts', async () => {
    await outbox.divide(OUTBOX, [[2, -2]]);
    await addEvent(client, eventIdAt(new Date()), null);
    const { rows } = await client.query('SELECT tableoid::regclass::text AS part, envelope FROM outbox');
    expect(rows).toMatchObject([
      { part: 'outbox_2_days', envelope: expect.stringContaining('"ordinal":1') as string },
    ]);
  });

  it('show an organization no row of another, also when they are named', async () => {
    await outbox.divide(OUTBOX, [[2, -2]]);
    await addEvent(client, eventIdAt(new Date()), null);
    await addEvent(client, 'evt_zzz', null);
    const [other, own] = [await outbox.connect('org_other'), await outbox.connect(ORGANIZATION)];
    for (const table of ['outbox_2_days', 'outbox_default']) {
      expect(await eventIds(other, table)).toEqual([]);
      expect(await eventIds(own, table)).toHaveLength(1);
      await expect(
        other.query(`INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, $1)`, [
          JSON.stringify({
            id: 9,
            event_id: 'evt_zz',
            type: 'ping',
            organization_id: ORGANIZATION,
            envelope: '{}',
            ordered: false,
            headers: {},
            created_at: new Date(),
          }),
        ]),
      ).rejects.toThrow('row-level security');
    }
  });

  it('wait for no transaction longer than others can wait behind them', async () => {
    await outbox.divide(OUTBOX, [[2, 1]]);
    const [holder, other] = [await outbox.connect(), await outbox.connect()];
    await holder.query('BEGIN');
    await addEvent(holder, 'evt_zzz', null);
    const making = outbox.keeper().partitions.ahead(OUTBOX, 7);
    // All of these reach the default partition while the making waits for it, and none waits for the end of the first.
    for (let count = 0; count < 3; count += 1) {
      await someoneWaits(client);
      await eventIds(other);
    }
    await holder.query('COMMIT');
    await making;
    expect((await partitionsOf(client)).length).toBeGreaterThan(2);
  });
});
