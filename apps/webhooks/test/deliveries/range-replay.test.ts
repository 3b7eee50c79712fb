import { soak, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { ReplayedDeliveriesDto } from '../../src/deliveries/delivery.dto.js';
import { RangeReplayJobs } from '../../src/deliveries/replays/range-replay.jobs.js';
import {
  NEXT_OF_RANGE,
  RangeReplayRepository,
} from '../../src/deliveries/replays/range-replay.repository.js';
import { BATCH } from '../../src/deliveries/replays/range-replay.service.js';
import { holding } from '../fixtures/holding.js';
import { Receiver } from '../fixtures/receiver.js';
import { SharedDatabase, type WebhooksProcess } from '../fixtures/webhooks-process.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const MADE_AT = '2026-01-01T00:00:00.000Z';
const RANGE = { from: MADE_AT, to: '2026-02-01T00:00:00.000Z' };

interface Owned {
  id: string;
  organizationId: string;
}

describe('the replay of a range that is too large for one transaction', () => {
  const rows = soak(1_000_000, 4 * BATCH);
  let database: SharedDatabase;
  let receiver: Receiver;

  const start = (): Promise<WebhooksProcess> => database.process({ CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '1000' });

  /** Deliveries of which every fourth waits for tomorrow; three are made in each millisecond, so that batches end within one. */
  const deliver = async ({ id, organizationId }: Owned): Promise<void> => {
    await database.sql(
      `INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
       SELECT 'evt_' || $1 || n, $1, n, 'capture_request.closed', '{}', now(), now() FROM generate_series(1, $2::int) n`,
      [organizationId, rows],
    );
    await database.sql(
      `WITH made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT 'dlv_' || lpad(n::text, 8, '0') || $2, $2, $1, 'evt_' || $1 || n, 'capture_request.closed',
           (ARRAY['pending', 'failed', 'succeeded', 'held'])[n % 4 + 1], 1, $4::timestamptz + n / 3 * interval '1 ms'
         FROM generate_series(1, $3::int) n RETURNING id, status
       ) INSERT INTO queue_item (delivery_id, endpoint_id, organization_id, due_at)
       SELECT id, $2, $1, now() + interval '1 day' FROM made WHERE status = 'pending'`,
      [organizationId, id, rows, MADE_AT],
    );
  };

  const state = async ({ id }: Owned): Promise<Record<string, number>> => {
    const [counts] = await database.sql<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM queue_item WHERE endpoint_id = $1 AND bulk) AS replayed,
              (SELECT count(*)::int FROM queue_item WHERE endpoint_id = $1 AND NOT bulk) AS others,
              (SELECT count(*)::int FROM delivery WHERE endpoint_id = $1 AND status <> 'pending') AS finished,
              (SELECT count(*)::int FROM range_replay WHERE endpoint_id = $1) AS unfinished`,
      [id],
    );
    if (!counts) throw new Error('nothing was counted');
    return counts;
  };

  /** A replay whose third batch waits for a row that the test holds, when every process has been killed. */
  const interrupted = async (): Promise<{ owner: Owned; answer: unknown; answeredMs: number }> => {
    const one = await start();
    const owner = await one.endpoint(receiver.url);
    await deliver(owner);
    const inThirdBatch = `dlv_${String(2 * BATCH + 7).padStart(8, '0')}${owner.id}`;
    const letGo = await holding(
      database.url,
      'SELECT 1 FROM delivery WHERE id = $1 FOR UPDATE',
      inThirdBatch,
    );
    const asked = performance.now();
    const { status, body } = await one.call<ReplayedDeliveriesDto>(
      owner.organizationId,
      'POST',
      `/${owner.id}/replay`,
      RANGE,
    );
    const answeredMs = performance.now() - asked;
    const twoBatches = (2 * BATCH * 3) / 4;
    await until('two batches', async () => (await state(owner))['replayed'] === twoBatches, 30_000);
    await database.killProcesses();
    await letGo();
    return { owner, answer: { status, body }, answeredMs };
  };

  beforeAll(async () => {
    database = await SharedDatabase.start(inject('postgresAdminUrl'));
    // Nothing leaves the queue.
    receiver = await Receiver.start(() => undefined);
  });
  afterEach(() => database.killProcesses());
  afterAll(async () => {
    await receiver.stop();
    await database.close();
  });

  it('answers how many deliveries are sent again and queues each of them once, also when its process is killed and others go on', async () => {
    const { owner, answer, answeredMs } = await interrupted();
    const finished = (rows * 3) / 4;
    expect(answer).toEqual({ status: 202, body: { replayed: finished } });
    const queued = (2 * BATCH * 3) / 4;
    const others = rows / 4;
    expect(await state(owner)).toEqual({
      replayed: queued,
      others,
      finished: finished - queued,
      unfinished: 1,
    });
    await Promise.all([start(), start()]);
    const resumedAt = performance.now();
    await until('the rest', async () => (await state(owner))['unfinished'] === 0, 300_000);
    const restSec = (performance.now() - resumedAt) / 1000;
    process.stdout.write(
      `${rows} deliveries: answered after ${answeredMs.toFixed(0)} ms, the rest queued in ${restSec.toFixed(1)} s\n`,
    );
    expect(await state(owner)).toEqual({ replayed: finished, others, finished: 0, unfinished: 0 });
  }, 900_000);

  it('ends where the endpoint has been disabled, also by a process of the former release', async () => {
    const { owner } = await interrupted();
    await database.sql(`UPDATE endpoint SET status = 'disabled' WHERE id = $1`, [owner.id]);
    const succeeded = (): Promise<unknown[]> =>
      database.sql(`SELECT count(*) FROM delivery WHERE endpoint_id = $1 AND status = 'succeeded'`, [
        owner.id,
      ]);
    const before = await succeeded();
    await start();
    await until('its end', async () => (await state(owner))['unfinished'] === 0);
    expect(await succeeded()).toEqual(before);
  }, 900_000);

  it('finds its next batch by walking an index, wherever it has come to', async () => {
    const owner = await (await start()).endpoint(receiver.url);
    await deliver(owner);
    await database.sql('ANALYZE delivery');
    const client = new pg.Client({ connectionString: database.url, options: '-c capture.organization=*' });
    await client.connect();
    // As in a transaction that walks indexes.
    await client.query('SET enable_bitmapscan = off');
    await client.query('SET enable_seqscan = off');
    const values = [owner.id, '2026-01-01T00:00:03.000Z', RANGE.to, '', BATCH];
    const { rows: lines } = await client.query<object>(`EXPLAIN ${NEXT_OF_RANGE}`, values);
    await client.end();
    const plan = lines.map((line) => Object.values(line).join()).join('\n');
    expect(plan).toContain('Index Scan using delivery_endpoint_id_created_at_idx');
    // Only those of the same millisecond are sorted.
    expect(plan).toContain('Incremental Sort');
  }, 900_000);
});

describe('a replay that has not come to its end', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_HOUSEKEEPING_MS: '3600000',
    });
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  it('ends with its endpoint, and when that is disabled: enabling it again does not go on with it', async () => {
    const { organization, id, receiver } = await under.receiving();
    const other = await organization.endpoint(receiver.url);
    for (const endpoint of [id, other.id])
      await under.sql(
        `INSERT INTO range_replay (organization_id, endpoint_id, from_at, to_at, after_id, advanced_at)
         VALUES ($1, $2, now(), now(), '', now())`,
        organization.id,
        endpoint,
      );
    const left = async (): Promise<unknown[]> =>
      (await under.sql<{ endpoint_id: string }>('SELECT endpoint_id FROM range_replay')).map(
        (row) => row.endpoint_id,
      );
    expect(await left()).toHaveLength(2);
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'disabled' });
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'enabled' });
    expect(await left()).toEqual([other.id]);
    await organization.call('DELETE', `/v1/webhook-endpoints/${other.id}`);
    expect(await left()).toEqual([]);
  });

  it('goes on although a batch of another one fails, which is left to the next run', async () => {
    const { organization, id: failing, receiver } = await under.receiving();
    const { id: other } = await organization.endpoint(receiver.url);
    for (const [endpoint, advancedAt] of [
      [failing, '2026-01-01'],
      [other, '2026-01-02'],
    ])
      await under.sql(
        `INSERT INTO range_replay (organization_id, endpoint_id, from_at, to_at, after_id, advanced_at)
         VALUES ($1, $2, now(), now(), '', $3)`,
        organization.id,
        endpoint,
        advancedAt,
      );
    const replays = under.app.get(RangeReplayRepository);
    const queueNext = replays.queueNext.bind(replays);
    const spy = vi.spyOn(replays, 'queueNext').mockImplementation((range, most, now) => {
      if (range.endpointId === failing) throw new Error('a batch fails');
      return queueNext(range, most, now);
    });
    const run = (): Promise<void> => under.app.get(RangeReplayJobs).queueRest(new AbortController().signal);
    const left = (): Promise<unknown[]> =>
      under.sql(
        `SELECT endpoint_id AS id, advanced_at > '2026-01-02' AS behind FROM range_replay WHERE organization_id = $1`,
        organization.id,
      );
    await run();
    expect(await left()).toEqual([{ id: failing, behind: true }]);
    spy.mockRestore();
    await run();
    expect(await left()).toEqual([]);
  });
});
