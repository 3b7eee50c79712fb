import type {} from '@capture/testing';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { LIBRARY_MIGRATIONS } from '../../src/library-migrations.js';
import { OUTBOX_PARTITIONS as OUTBOX, INBOX_PARTITIONS as INBOX } from '../../src/outbox-partitions.js';
import {
  addEvent,
  daysAgo,
  DividedOutbox,
  eventIdAt,
  eventIds,
  ORGANIZATION,
  partitionsOf,
} from './divided-outbox.js';

const MIGRATION = '20261126044500_partitions';

/** What the release before sends: it knows rows by their number, and no partitions. */
const BEFORE = {
  insert: `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, ordered) VALUES ($1, 'ping', $2, '{}', '{}', true)`,
  handle: `INSERT INTO inbox (consumer, event_id) SELECT $1, id FROM unnest($2::text[]) AS event(id) ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id AS id`,
  claim: `WITH held AS (
      SELECT organization_id, min(id) AS first FROM outbox
      WHERE published_at IS NULL AND claimed_until >= now() AND claimed_by <> $1 GROUP BY organization_id
    ), free AS (
      SELECT o.id FROM outbox o
      WHERE o.published_at IS NULL AND (o.claimed_until IS NULL OR o.claimed_until < now())
        AND NOT EXISTS (SELECT 1 FROM held h WHERE h.organization_id = o.organization_id AND h.first < o.id)
      ORDER BY o.id LIMIT $2 FOR UPDATE OF o SKIP LOCKED
    ), claimed AS (
      UPDATE outbox SET claimed_by = $1, claimed_until = now() + $3 * interval '1 millisecond'
      FROM free WHERE outbox.id = free.id RETURNING outbox.id, envelope, headers
    ) SELECT id::text AS id, envelope, headers FROM claimed ORDER BY claimed.id`,
  mark: `UPDATE outbox SET published_at = now(), claimed_until = NULL, claimed_by = NULL,
      stream_epoch = done.epoch, stream_sequence = done.sequence
    FROM jsonb_to_recordset($1::jsonb) AS done(id bigint, epoch text, sequence bigint)
    WHERE outbox.id = done.id AND outbox.id = ANY($2::text[]::bigint[])`,
  pruneOutbox: `DELETE FROM outbox WHERE id IN
    (SELECT id FROM outbox WHERE published_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  pruneInbox: `DELETE FROM inbox WHERE (consumer, event_id) IN
    (SELECT consumer, event_id FROM inbox WHERE processed_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
};

/** Adds an event, relays and handles it, each in a transaction of its own. Returns the numbers that were relayed. */
async function relayAsBefore(client: pg.Client, id: string): Promise<string[]> {
  // Under names, by which the server keeps the statements planned over the tables as they were.
  await client.query({ name: 'insert', text: BEFORE.insert, values: [id, ORGANIZATION] });
  const { rows } = await client.query<{ id: string }>({
    name: 'claim',
    text: BEFORE.claim,
    values: ['before', 100, 10_000],
  });
  const done = rows.map((row) => ({ id: row.id, epoch: null, sequence: 1 }));
  const marked = [JSON.stringify(done), done.map((row) => row.id)];
  await client.query({ name: 'mark', text: BEFORE.mark, values: marked });
  await client.query({ name: 'handle', text: BEFORE.handle, values: ['test', [id]] });
  return rows.map((row) => row.id);
}

const fileOf = async (client: pg.Client, table: string): Promise<number | undefined> =>
  (await client.query<{ file: number }>('SELECT pg_relation_filenode($1::regclass) AS file', [table])).rows[0]
    ?.file;

describe('the migration to partitions', () => {
  let outbox: DividedOutbox;
  let client: pg.Client;
  let folder: string;

  /** The migrations up to this one, under the names that they have in the product. */
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    const sets: string[] = [];
    for (const [index, set] of LIBRARY_MIGRATIONS.entries()) {
      const copy = join(folder, String(index));
      for (const name of await readdir(set))
        if (name < MIGRATION) await cp(join(set, name), join(copy, basename(name)), { recursive: true });
      sets.push(copy);
    }
    outbox = await DividedOutbox.start(inject('postgresAdminUrl'), sets);
    client = await outbox.connect();
  });
  afterEach(async () => {
    await outbox.close();
    await rm(folder, { recursive: true });
  });

  it('keeps every row where it is, and moves only those from a clock that is days ahead', async () => {
    const ids = [daysAgo(40), daysAgo(2), new Date()].map(eventIdAt);
    const ahead = eventIdAt(daysAgo(-50));
    for (const id of [...ids, ahead]) {
      await addEvent(client, id, null);
      await client.query(BEFORE.handle, ['test', [id]]);
    }
    const files = [await fileOf(client, 'outbox'), await fileOf(client, 'inbox')];
    expect(await outbox.migrate()).toContain(MIGRATION);
    expect([await fileOf(client, 'outbox_first'), await fileOf(client, 'inbox_first')]).toEqual(files);
    for (const table of ['outbox', 'inbox']) {
      expect(await eventIds(client, `${table}_first`)).toEqual(ids);
      expect(await eventIds(client, `${table}_default`)).toEqual([ahead]);
    }
    // What was handled is known in whatever partition.
    expect((await client.query(BEFORE.handle, ['test', [...ids, ahead]])).rows).toEqual([]);
    expect((await client.query(BEFORE.handle, ['other', [...ids, ahead]])).rows).toHaveLength(4);
    await expect(addEvent(client, ahead, null)).rejects.toThrow('duplicate key');
  });

  it('happens under the release before, which misses nothing and fails nowhere', async () => {
    let migrated = false;
    const relayed: string[] = [];
    const added: string[] = [];
    const working = (async () => {
      for (let more = 20; more > 0; more -= migrated ? 1 : 0) {
        const id = eventIdAt(new Date());
        added.push(id);
        relayed.push(...(await relayAsBefore(client, id)));
      }
    })();
    await outbox.migrate().finally(() => (migrated = true));
    await working;
    expect(new Set(relayed).size).toBe(added.length);
    expect(await eventIds(client)).toEqual([...added].sort());
    expect(await eventIds(client, 'inbox')).toEqual([...added].sort());
  });

  it('leaves the release before at work after weeks without anybody who makes partitions, and its rows to the one after', async () => {
    await outbox.migrate();
    await client.query('DROP TABLE outbox_first');
    await client.query('DROP TABLE inbox_first');
    const old = eventIdAt(daysAgo(40));
    const recent = eventIdAt(new Date());
    for (const id of [old, recent]) expect(await relayAsBefore(client, id)).toHaveLength(1);
    await client.query('UPDATE outbox SET published_at = $2 WHERE event_id = $1', [old, daysAgo(8)]);
    await client.query('UPDATE inbox SET processed_at = $2 WHERE event_id = $1', [old, daysAgo(31)]);
    expect((await client.query(BEFORE.pruneOutbox, [daysAgo(7), 1000])).rowCount).toBe(1);
    expect((await client.query(BEFORE.pruneInbox, [daysAgo(30), 1000])).rowCount).toBe(1);
    const { partitions } = outbox.keeper();
    await partitions.keep(OUTBOX, 7, new AbortController().signal);
    await partitions.keep(INBOX, 30, new AbortController().signal);
    expect(await eventIds(client)).toEqual([recent]);
    expect(await eventIds(client, 'inbox')).toEqual([recent]);
    expect((await partitionsOf(client)).length).toBeGreaterThan(1);
  });

  it('keeps the numbers of facts going, and the sequence when the first partition is dropped', async () => {
    await addEvent(client, eventIdAt(daysAgo(20)), daysAgo(20));
    await outbox.migrate();
    await client.query('DROP TABLE outbox_first');
    await addEvent(client, eventIdAt(new Date()), null);
    const { rows } = await client.query<{ id: string; envelope: string }>('SELECT id, envelope FROM outbox');
    expect(rows).toEqual([{ id: '2', envelope: expect.stringContaining('"ordinal":2') as string }]);
  });

  it('can be run again from its start after each of its statements', async () => {
    const id = await addEvent(client, eventIdAt(new Date()), null);
    const path = join(LIBRARY_MIGRATIONS.at(-1) ?? '', MIGRATION, 'migration.sql');
    const statements = (await readFile(path, 'utf8'))
      .split(';')
      .filter((statement) => statement.trim() !== '');
    for (let last = 1; last <= statements.length; last += 1)
      for (const statement of statements.slice(0, last)) await client.query(statement);
    expect(statements.length).toBeGreaterThan(15);
    expect(await eventIds(client, 'outbox_first')).toEqual([id]);
    await addEvent(client, eventIdAt(new Date()), null);
    const { rows } = await client.query<{ envelope: string }>('SELECT envelope FROM outbox ORDER BY id');
    expect(rows.map(({ envelope }) => envelope.split('"fact"').length)).toEqual([2, 2]);
  });

  it('shows an organization what it showed before', async () => {
    await addEvent(client, eventIdAt(new Date()), null);
    await outbox.migrate();
    for (const table of ['outbox', 'outbox_first']) {
      expect(await eventIds(await outbox.connect(ORGANIZATION), table)).toHaveLength(1);
      expect(await eventIds(await outbox.connect('org_other'), table)).toEqual([]);
    }
  });
});
