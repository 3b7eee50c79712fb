import { until } from '@capture/testing';
import {
  OrganizationRemovalRepository,
  PartitionRepository,
  type PartitionedTable,
} from '@capture/persistence';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { INBOX_PARTITIONS as INBOX, OUTBOX_PARTITIONS as OUTBOX } from '../../src/outbox-partitions.js';
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

const { signal } = new AbortController();
/** Partitions that tests made; the keeper makes more. */
const past = async (client: pg.Client, table = 'outbox'): Promise<string[]> =>
  (await partitionsOf(client, table)).filter((name) => name.endsWith('_days'));

describe('rows that have aged', () => {
  let outbox: DividedOutbox;
  let client: pg.Client;

  beforeEach(async () => {
    outbox = await DividedOutbox.start(inject('postgresAdminUrl'));
    client = await outbox.connect();
  });
  afterEach(() => outbox.close());

  it('go with their partition, by several processes at once, and are told in metrics; those of one that is not over stay', async () => {
    await outbox.divide(OUTBOX, [
      [20, 18],
      [18, 16],
      [8, 6],
    ]);
    for (const days of [19, 17]) await addEvent(client, eventIdAt(daysAgo(days)), daysAgo(days));
    const kept = await addEvent(client, eventIdAt(daysAgo(7.5)), daysAgo(7.5));
    const keepers = [outbox.keeper(), outbox.keeper(), outbox.keeper()];
    await Promise.all(keepers.map(({ partitions }) => partitions.keep(OUTBOX, 7, signal)));
    await keepers[0]?.partitions.keep(OUTBOX, 7, signal);
    expect(await past(client)).toEqual(['outbox_8_days']);
    expect(await eventIds(client)).toEqual([kept]);
    const texts = await Promise.all(keepers.map(({ metrics }) => metrics.text()));
    const told = texts.flatMap((text) => [
      ...text.matchAll(/^capture_partitions_dropped_total\{.*table="outbox".*\} (\d+)/gm),
    ]);
    expect(told.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(2);
  });

  it('go without their partition while that has an event which was not sent, whatever its age, until it was', async () => {
    await outbox.divide(OUTBOX, [[20, 18]]);
    const [sent, unsent] = [eventIdAt(daysAgo(19)), eventIdAt(daysAgo(19))];
    await addEvent(client, sent, daysAgo(19));
    await addEvent(client, unsent, null);
    const { partitions } = outbox.keeper();
    await partitions.keep(OUTBOX, 7, signal);
    expect(await eventIds(client)).toEqual([unsent]);
    await client.query('UPDATE outbox SET published_at = now()');
    await partitions.keep(OUTBOX, 7, signal);
    expect(await eventIds(client)).toEqual([unsent]);
    await client.query('UPDATE outbox SET published_at = $1', [daysAgo(8)]);
    await partitions.keep(OUTBOX, 7, signal);
    expect(await past(client)).toEqual([]);
  });

  it('are kept from nobody for long when a process freezes while it drops their partition', async () => {
    await outbox.divide(OUTBOX, [[20, 18]]);
    const aged = await addEvent(client, eventIdAt(daysAgo(19)), daysAgo(19));
    let thaw = (): void => undefined;
    const frozen = new Promise<void>((resolve) => (thaw = resolve));
    let isClosed = false;
    class Freezing extends PartitionRepository {
      override async drop(name: string): Promise<void> {
        isClosed = true;
        await frozen;
        await super.drop(name);
      }
    }
    const kept = expect(outbox.keeper(Freezing).partitions.keep(OUTBOX, 7, signal)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await until('the table to be closed', () => isClosed);
    await client.query(`SET lock_timeout = '20s'`);
    expect(await eventIds(client)).toEqual([aged]);
    thaw();
    await kept;
  });

  it('keep their partition when one of them is made pending again right before it is dropped', async () => {
    await outbox.divide(OUTBOX, [[20, 18]]);
    const id = await addEvent(client, eventIdAt(daysAgo(19)), daysAgo(19));
    class Late extends PartitionRepository {
      override async close(table: PartitionedTable): Promise<void> {
        await client.query('UPDATE outbox SET published_at = NULL');
        await super.close(table);
      }
    }
    await outbox.keeper(Late).partitions.keep(OUTBOX, 7, signal);
    expect(await eventIds(client)).toEqual([id]);
  });

  it('may be dropped with their partition by another process while they are about to be deleted', async () => {
    await outbox.divide(OUTBOX, [[20, 18]]);
    await addEvent(client, eventIdAt(daysAgo(19)), null);
    const stray = await addEvent(client, eventIdAt(daysAgo(40)), daysAgo(40));
    class Slower extends PartitionRepository {
      override async deleteAged(...given: Parameters<PartitionRepository['deleteAged']>): Promise<number> {
        await client.query('DROP TABLE IF EXISTS outbox_20_days');
        return super.deleteAged(...given);
      }
    }
    await outbox.keeper(Slower).partitions.keep(OUTBOX, 7, signal);
    expect(await eventIds(client)).not.toContain(stray);
  });

  it('keep their partition while an event of it was handled late, as a redriven one', async () => {
    await outbox.divide(INBOX, [[60, 54]]);
    const [old, late] = [eventIdAt(daysAgo(55)), eventIdAt(daysAgo(55))];
    const add = 'INSERT INTO inbox (consumer, event_id, processed_at) VALUES ($1, $2, $3)';
    await client.query(add, ['one', old, daysAgo(55)]);
    await client.query(add, ['one', late, daysAgo(1)]);
    const { partitions } = outbox.keeper();
    await partitions.keep(INBOX, 30, signal);
    expect(await eventIds(client, 'inbox')).toEqual([late]);
    await client.query('UPDATE inbox SET processed_at = $1', [daysAgo(31)]);
    await partitions.keep(INBOX, 30, signal);
    expect(await past(client, 'inbox')).toEqual([]);
  });

  it('go as soon as a shorter retention says, and stay for a longer one', async () => {
    await outbox.divide(OUTBOX, [
      [90, 20],
      [20, 18],
      [18, -30],
    ]);
    for (const days of [19, 17, 1]) await addEvent(client, eventIdAt(daysAgo(days)), daysAgo(days));
    const { partitions } = outbox.keeper();
    await partitions.keep(OUTBOX, 365, signal);
    expect(await past(client)).toHaveLength(3);
    await partitions.keep(OUTBOX, 30, signal);
    expect(await eventIds(client)).toHaveLength(3);
    await partitions.keep(OUTBOX, 7, signal);
    // The last is far wider than a week asks for: its rows go one by one.
    expect(await past(client)).toEqual(['outbox_18_days']);
    expect(await eventIds(client)).toHaveLength(1);
    await partitions.keep(OUTBOX, 365, signal);
    expect(await eventIds(client)).toHaveLength(1);
  });

  it('of the default partition go one by one, but what was not sent', async () => {
    await outbox.divide(OUTBOX, []);
    const [, unsent] = [
      await addEvent(client, eventIdAt(daysAgo(40)), daysAgo(40)),
      await addEvent(client, eventIdAt(daysAgo(40)), null),
    ];
    await outbox.keeper().partitions.keep(OUTBOX, 7, signal);
    expect(await eventIds(client)).toEqual([unsent]);
  });

  it('are waited for by no one while their partition cannot be had', async () => {
    await outbox.divide(OUTBOX, [[20, 18]]);
    await addEvent(client, eventIdAt(daysAgo(19)), daysAgo(19));
    const { partitions } = outbox.keeper();
    await partitions.ahead(OUTBOX, 7);
    const [holder, other] = [await outbox.connect(), await outbox.connect()];
    await holder.query('BEGIN');
    await addEvent(holder, eventIdAt(new Date()), null);
    const keeping = partitions.keep(OUTBOX, 7, signal);
    for (let count = 0; count < 3; count += 1) {
      await someoneWaits(client);
      await addEvent(other, eventIdAt(new Date()), null);
    }
    await holder.query('COMMIT');
    await keeping;
    expect(await past(client)).toEqual([]);
  });

  it('of a deleted organization leave others in the same place of other partitions alone', async () => {
    await outbox.divide(OUTBOX, [
      [6, 4],
      [4, 2],
    ]);
    await addEvent(client, eventIdAt(daysAgo(5)), daysAgo(5));
    const unsent = await addEvent(client, eventIdAt(daysAgo(3)), null);
    const places = await client.query('SELECT ctid::text AS place FROM outbox WHERE event_id <> $1', [
      unsent,
    ]);
    await client.query("UPDATE outbox SET headers = '{}' WHERE event_id = $1", [unsent]);
    await client.query('VACUUM outbox');
    // Numbering wrote each row anew, the second one twice: one more write of the first has both in one place.
    await client.query("UPDATE outbox SET headers = '{}' WHERE event_id <> $1", [unsent]);
    const after = await client.query<{ place: string }>('SELECT DISTINCT ctid::text AS place FROM outbox');
    expect([places.rows.length, after.rows.length]).toEqual([1, 1]);
    const { database } = outbox.keeper();
    const removal = new OrganizationRemovalRepository(database);
    const table = { table: 'outbox', when: 'published_at IS NOT NULL' };
    const removed = await database.forOrganization(ORGANIZATION, () =>
      removal.remove(ORGANIZATION, table, 1000),
    );
    expect(removed).toBe(1);
    expect(await eventIds(client)).toEqual([unsent]);
  });
});
