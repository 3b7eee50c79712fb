import type {} from '@capture/testing';
import { PartitionRepository, type Database, type PreparedStatement } from '@capture/persistence';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OUTBOX_PARTITIONS as OUTBOX, INBOX_PARTITIONS as INBOX } from '../../src/outbox-partitions.js';
import { OutboxRepository } from '../../src/outbox/outbox.repository.js';
import { SCHEMA } from '../fixtures/database.js';
import { daysAgo, DividedOutbox, eventIdAt, ORGANIZATION } from './divided-outbox.js';

const DAYS = [7, 6, 5, 4, 3, 2, 1];
const ROWS_A_DAY = 5_000;

/** Plans of the statements that a repository sends, instead of their rows. Those that the server keeps are planned without values. */
class Explaining {
  plans: string[] = [];

  constructor(private readonly client: pg.Client) {}

  query = async (sql: string, ...values: unknown[]): Promise<{ now?: Date }[]> => {
    await this.explain(sql, values);
    return [];
  };
  last = async (sql: string, ...values: unknown[]): Promise<unknown[]> => {
    await this.client.query(`PREPARE kept AS ${sql}`);
    const given = values.map((value) =>
      this.client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)),
    );
    await this.explain(`EXECUTE kept ${given.length > 0 ? `(${given.join()})` : ''}`);
    await this.client.query('DEALLOCATE kept');
    return [];
  };
  together = async (...statements: PreparedStatement[]): Promise<unknown[][]> => {
    for (const { sql, values } of statements) await this.last(sql, ...values);
    return statements.map(() => []);
  };
  lastTogether = this.together;
  execute = async (sql: string, ...values: unknown[]): Promise<number> =>
    (await this.query(sql, ...values)).length;
  runDirectly = async <T>(
    work: () => Promise<T>,
    settings?: Parameters<Database['runDirectly']>[1],
  ): Promise<T> => {
    if (settings?.walksIndexes)
      for (const setting of ['enable_bitmapscan', 'enable_seqscan'])
        await this.client.query(`SET LOCAL ${setting} = off`);
    await this.client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    return work();
  };

  private async explain(sql: string, values: unknown[] = []): Promise<void> {
    const { rows } = await this.client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ANALYZE ${sql}`, values);
    this.plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
}

describe('statements about outbox and inbox, over a week of partitions', () => {
  let divided: DividedOutbox;
  let client: pg.Client;
  let explaining: Explaining;
  let outbox: OutboxRepository;
  const today = Array.from({ length: 50 }, () => eventIdAt(daysAgo(0.5)));

  beforeAll(async () => {
    divided = await DividedOutbox.start(inject('postgresAdminUrl'));
    client = await divided.connect();
    const spans = DAYS.map((day) => [day, day - 1] as const);
    await divided.divide(OUTBOX, spans);
    await divided.divide(INBOX, spans);
    for (const day of DAYS) {
      const ids = Array.from({ length: ROWS_A_DAY }, () => eventIdAt(daysAgo(day - 0.5)));
      await client.query(
        `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, ordered, published_at, stream_epoch, stream_sequence)
         SELECT id, 'ping', $2, '{}', '{}', false, now(), 'e', place FROM unnest($1::text[]) WITH ORDINALITY AS event(id, place)`,
        [ids, ORGANIZATION],
      );
      await client.query("INSERT INTO inbox (consumer, event_id) SELECT 'c', unnest($1::text[])", [ids]);
    }
    await client.query(
      `INSERT INTO outbox (event_id, type, organization_id, envelope, headers, ordered)
       SELECT unnest($1::text[]), 'ping', $2, '{}', '{}', false`,
      [today, ORGANIZATION],
    );
    await client.query('ANALYZE');
    explaining = new Explaining(client);
    outbox = new OutboxRepository(explaining as unknown as Database);
  });
  afterAll(() => divided.close());

  /** The plans of `work`, which changes nothing. */
  async function plansOf(work: () => Promise<unknown>): Promise<string> {
    explaining.plans = [];
    await client.query('BEGIN');
    await work();
    await client.query('ROLLBACK');
    return explaining.plans.join('\n');
  }
  /** Partitions with rows that a plan reads from, or was ready to. */
  const partitionsIn = (plan: string): string[] => [
    ...new Set(
      [...plan.matchAll(/\bon (?:\w+\.)?((?:outbox|inbox)_\d_days)/g)].map(([, name]) => name ?? ''),
    ),
  ];
  /** Reading of all of a partition with rows. */
  const SCAN = /Seq Scan on (?:outbox|inbox)_\d_days/;

  it('find what is to be relayed by index in each partition', async () => {
    for (const work of [
      () => outbox.hasPending(),
      () => outbox.claim('one', 500, 1000),
      () => outbox.forgetBeyond('e', 1_000_000, new Date().toISOString(), 1000),
      () => outbox.positions('e', 100, new Date().toISOString(), 50),
    ])
      expect(await plansOf(work)).not.toMatch(SCAN);
  });

  it('claim in the order of an index, without a look at what is published, also when statistics saw much that waits', async () => {
    await client.query('BEGIN');
    await client.query('UPDATE outbox SET published_at = NULL WHERE event_id >= $1', [eventIdAt(daysAgo(2))]);
    await client.query('ANALYZE outbox');
    explaining.plans = [];
    await outbox.claim('one', 500, 1000);
    await client.query('ROLLBACK');
    const plan = explaining.plans.join('\n');
    expect(plan).toMatch(/Index Scan using outbox_\d_days_published_at_id_idx/);
    expect(plan).not.toMatch(/outbox_\d_days_id_idx/);
    expect(plan).not.toMatch(/Sort Key: o\w*\.id/);
  });

  it('look at no other partition than that of the events they name', async () => {
    const done = today.map((id, index) => ({ id, epoch: 'e', sequence: index }));
    for (const work of [
      () => outbox.markPublished(done),
      () => outbox.extend('one', today, 1000),
      () => outbox.release('one', today),
      () => outbox.forget(today),
    ]) {
      const plan = await plansOf(work);
      expect(plan).not.toMatch(SCAN);
      expect(partitionsIn(plan)).toEqual(['outbox_1_days']);
    }
  });

  it('number a fact by a plan that the server keeps, though the partitions differ from fact to fact', async () => {
    const url = new URL(inject('postgresAdminUrl'));
    url.pathname = new URL(divided.url).pathname;
    const admin = new pg.Client({ connectionString: url.toString(), options: `-c search_path=${SCHEMA}` });
    await admin.connect();
    const plans: string[] = [];
    admin.on('notice', ({ message = '' }) => plans.push(message));
    await admin.query(
      `LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
       SET client_min_messages = log`,
    );
    // PostgreSQL decides after five.
    for (let count = 0; count < 7; count += 1)
      await admin.query(
        `INSERT INTO outbox (event_id, type, organization_id, envelope, headers) VALUES ($1, 'ping', $2, '{}', '{}')`,
        [eventIdAt(daysAgo(0.5)), ORGANIZATION],
      );
    await admin.end();
    const last = plans.findLast((plan) => plan.includes('Update on outbox'));
    expect(last).toMatch(/Index Cond: \(\(?event_id = \$/);
  });

  it('ask by index whether a partition has aged', async () => {
    const rows = new PartitionRepository(explaining as unknown as Database);
    for (const [table, name] of [
      [OUTBOX, 'outbox_7_days'],
      [INBOX, 'inbox_7_days'],
    ] as const)
      expect(await plansOf(() => rows.isNeeded(table, name, daysAgo(-1)))).not.toMatch(SCAN);
  });
});
