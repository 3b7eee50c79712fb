import type { EventEnvelope } from '@capture/contracts';
import { NatsServer, soak, tell, until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { answer, Receiver, verifies } from '../fixtures/receiver.js';
import { SharedDatabase, type WebhooksProcess } from '../fixtures/webhooks-process.js';
import { closedEvent } from '../fixtures/webhooks-under-test.js';

/** For workers that are not killed: their attempts do not time out on a busy machine. */
const LONG_TIMEOUTS = { CAPTURE_WEBHOOK_TIMEOUT_MS: '15000', CAPTURE_WEBHOOK_LEASE_MS: '30000' };
const KILLS = soak(10, 4);
const KILLS_LIMIT_MS = 120_000 + KILLS * 60_000;

describe.each(['in process', 'NATS'])('a killed worker, bus: %s', (kind) => {
  let nats: NatsServer | undefined;
  let database: SharedDatabase;
  let receiver: Receiver;

  beforeAll(async () => {
    if (kind === 'NATS') nats = await NatsServer.start();
  });
  beforeEach(async () => {
    database = await SharedDatabase.start(inject('postgresAdminUrl'));
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await database.close();
    await receiver.stop();
  });
  afterAll(() => nats?.stop());

  const start = (settings: Record<string, string> = {}): Promise<WebhooksProcess> =>
    database.process({ ...(nats ? { NATS_URL: nats.url } : {}), ...settings });

  const statuses = (): Promise<{ status: string; n: number }[]> =>
    database.sql('SELECT status, count(*)::int AS n FROM delivery GROUP BY status');

  it('killed after the 2xx and before recording it, the next worker sends the same bytes under the same webhook-id (scenario 14)', async () => {
    const first = await start({ HOLD: 'before-record' });
    const { organizationId, secret } = await first.endpoint(receiver.url);
    const event = closedEvent(organizationId);
    await database.state([event]);
    await first.hears('reached');
    await first.kill();
    expect(await statuses()).toEqual([{ status: 'pending', n: 1 }]);
    await start();
    await until('the record', async () => (await statuses())[0]?.status === 'succeeded');
    expect(receiver.ids).toEqual([event.id, event.id]);
    expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
    expect(receiver.requests.every((request) => verifies(secret, request))).toBe(true);
    expect(await database.sql('SELECT attempt, status FROM attempt')).toEqual([{ attempt: 1, status: 200 }]);
  });

  it(
    'kill -9 after kill -9 while events stream: none missing, none doubled but what was in flight, no hole in the sequence (scenario 14)',
    async () => {
      const total = KILLS * soak(1_000);
      let worker = await start();
      const owners = await Promise.all(Array.from({ length: 10 }, () => worker.endpoint(receiver.url)));
      const events: EventEnvelope[] = [];
      let inFlight = 0;
      for (let round = 1; round <= KILLS; round += 1) {
        const batch = Array.from({ length: total / KILLS }, (_value, index) =>
          closedEvent(owners[index % 10]?.organizationId ?? ''),
        );
        events.push(...batch);
        await database.state(batch);
        // Killed in the midst of the batch, at another point each time.
        const target = events.length - Math.ceil((batch.length * round) / (KILLS + 1));
        await until('the midst of the batch', () => new Set(receiver.ids).size >= target, 60_000);
        await worker.kill();
        const [leased] = await database.sql<{ n: number }>(
          'SELECT count(*)::int AS n FROM queue_item WHERE lease_id IS NOT NULL',
        );
        inFlight += leased?.n ?? 0;
        worker = await start();
        tell(`kills, ${kind}`, round, KILLS);
      }
      await until(
        'every delivery',
        async () => (await statuses()).every(({ status, n }) => status === 'succeeded' && n === total),
        60_000,
      );
      expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
      // A receiver that took too long for its attempt, on a busy machine, is rightly asked again.
      const [late] = await database.sql<{ n: number }>(
        'SELECT count(*)::int AS n FROM attempt WHERE error IS NOT NULL',
      );
      const doubled = receiver.ids.length - total - (late?.n ?? 0);
      process.stdout.write(
        `14, ${kind}: ${total} events, ${KILLS} kills: 0 missing, ${doubled} doubled of ${inFlight} in flight\n`,
      );
      expect(doubled).toBeLessThanOrEqual(inFlight);
      const holes = await database.sql(
        'SELECT organization_id FROM event GROUP BY organization_id HAVING count(*) <> max(sequence) OR min(sequence) <> 1',
      );
      expect(holes).toEqual([]);
    },
    KILLS_LIMIT_MS,
  );

  it('SIGTERM lets the attempt in flight finish and records it', async () => {
    receiver.respond = (request, response, index) =>
      void setTimeout(() => answer(200)(request, response, index), 500);
    const worker = await start(LONG_TIMEOUTS);
    const { organizationId } = await worker.endpoint(receiver.url);
    await database.state([closedEvent(organizationId)]);
    await until('the request', () => receiver.requests.length === 1);
    await worker.kill('SIGTERM');
    expect(worker.child.exitCode).toBe(0);
    expect(await statuses()).toEqual([{ status: 'succeeded', n: 1 }]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('two workers share the work: each delivery is sent once, and the caps hold across both', async () => {
    let flying = 0;
    let most = 0;
    receiver.respond = (request, response, index) => {
      flying += 1;
      most = Math.max(most, flying);
      setTimeout(() => {
        flying -= 1;
        answer(200)(request, response, index);
      }, 20);
    };
    const [one] = await Promise.all([start(LONG_TIMEOUTS), start(LONG_TIMEOUTS)]);
    const { organizationId } = await one.endpoint(receiver.url);
    await database.state(Array.from({ length: 100 }, () => closedEvent(organizationId)));
    await until('every delivery', async () =>
      (await statuses()).some(({ status, n }) => status === 'succeeded' && n === 100),
    );
    expect(receiver.requests).toHaveLength(100);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });
});
