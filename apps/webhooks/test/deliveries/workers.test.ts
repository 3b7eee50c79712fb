import type { EventEnvelope } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { answer, Receiver } from '../fixtures/receiver.js';
import { SharedDatabase, type WebhooksProcess } from '../fixtures/webhooks-process.js';
import { closedEvent } from '../fixtures/webhooks-under-test.js';

/** What is taken over here is so because of its worker, not because its time is up. */
const LONG_LEASES = { CAPTURE_WEBHOOK_TIMEOUT_MS: '60000', CAPTURE_WEBHOOK_LEASE_MS: '600000' };

/** Attempts that may be sent and not on record, and deliveries that become due at once. */
const [WINDOW, BURST] = [8, 20];

describe('workers', () => {
  let database: SharedDatabase;
  let receiver: Receiver;

  beforeEach(async () => {
    database = await SharedDatabase.start(inject('postgresAdminUrl'));
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await database.close();
    await receiver.stop();
  });

  const start = (settings: Record<string, string> = {}): Promise<WebhooksProcess> =>
    database.process({ ...LONG_LEASES, ...settings });

  /** Has the worker attempt a delivery, and resolves while that is in flight. Returns the id of the event. */
  async function attempt(worker: WebhooksProcess): Promise<string> {
    const { organizationId } = await worker.endpoint(receiver.url);
    const event = closedEvent(organizationId);
    await database.state([event]);
    await until('the request', () => receiver.requests.length === 1);
    return event.id;
  }

  const count = async (rows: string): Promise<number> => (await database.sql(`SELECT 1 FROM ${rows}`)).length;
  const holds = async (condition: string): Promise<boolean> => (await count(`worker WHERE ${condition}`)) > 0;
  const succeeded = async (deliveries = 1): Promise<boolean> =>
    (await count(`delivery WHERE status = 'succeeded'`)) === deliveries;

  /** States so many events at once, each of an organization with an endpoint. */
  async function burst(worker: WebhooksProcess, size: number): Promise<EventEnvelope[]> {
    const events = [];
    while (events.length < size) {
      const { organizationId } = await worker.endpoint(receiver.url);
      events.push(closedEvent(organizationId));
    }
    await database.state(events);
    return events;
  }

  it('what a worker had in flight when it was killed is taken over by another long before its lease ends', async () => {
    receiver.respond = () => undefined;
    const killed = await start();
    const eventId = await attempt(killed);
    await start();
    receiver.respond = answer(200);
    await killed.kill();
    await until('the record', () => succeeded(), 60_000);
    expect(receiver.ids).toEqual([eventId, eventId]);
  });

  it('of a burst no more are sent and not on record than the window has: only those come twice when the worker is killed', async () => {
    const killed = await start({ HOLD: 'before-record', CAPTURE_WEBHOOK_WINDOW: String(WINDOW) });
    const events = await burst(killed, BURST);
    await until('the burst', async () => (await count('queue_item')) === BURST);
    await until('the requests', () => receiver.requests.length >= WINDOW);
    const answeredAt = performance.now();
    // An attempt without an answer makes room after half a second; these have theirs.
    await until('as long as a stalled attempt keeps its place', () => performance.now() - answeredAt > 1_000);
    expect(await count('queue_item WHERE lease_id IS NOT NULL')).toBe(WINDOW);
    await killed.kill();
    await start();
    await until('the records', () => succeeded(BURST), 60_000);
    expect(new Set(receiver.ids)).toEqual(new Set(events.map(({ id }) => id)));
    expect(receiver.requests).toHaveLength(BURST + WINDOW);
  });

  it('while a backlog waits, more are sent and not on record than the window has', async () => {
    receiver.respond = (request, response, index) =>
      void setTimeout(() => answer(200)(request, response, index), 50);
    await burst(await start({ CAPTURE_WEBHOOK_WINDOW: '1' }), 2 * BURST);
    await until('more than one', async () => (await count('queue_item WHERE lease_id IS NOT NULL')) > 1);
  });

  it('what a worker has in flight is its own however long it takes, also when it is told to stop meanwhile', async () => {
    receiver.respond = (request, response, index) =>
      void setTimeout(() => answer(200)(request, response, index), 10_000);
    const stopping = await start();
    await attempt(stopping);
    await start();
    await stopping.kill('SIGTERM');
    expect(stopping.child.exitCode).toBe(0);
    expect(await succeeded()).toBe(true);
    expect(receiver.requests).toHaveLength(1);
  });

  it('what a worker was about to claim when it froze is delivered by another while it is frozen', async () => {
    const frozen = await start({ HOLD: 'in-claim' });
    const { organizationId } = await frozen.endpoint(receiver.url);
    await database.state([closedEvent(organizationId)]);
    await frozen.hears('reached');
    frozen.child.kill('SIGSTOP');
    await start();
    await until('the record', () => succeeded());
    expect(receiver.requests).toHaveLength(1);
  });

  it('where no worker could be heard, as with a database that stood still, none is taken for gone that comes back', async () => {
    receiver.respond = () => undefined;
    await attempt(await start());
    receiver.respond = answer(200);
    await database.sql(`UPDATE queue_item SET lease_id = 'other/lease'`);
    await database.sql(`INSERT INTO worker (id, seen_at) VALUES ('other', now())`);
    await database.sql(`UPDATE worker SET seen_at = now() - interval '1 minute'`);
    await until('one to be back', () => holds(`returned_at < clock_timestamp() - interval '2 seconds'`));
    await until('one to be long back', async () => {
      await database.sql(`UPDATE worker SET seen_at = clock_timestamp() WHERE id = 'other'`);
      return holds(`returned_at < clock_timestamp() - interval '7 seconds'`);
    });
    expect(await database.sql('SELECT lease_id FROM queue_item')).toEqual([{ lease_id: 'other/lease' }]);
    await until('the other to be taken for gone', () => succeeded(), 60_000);
    expect(receiver.requests).toHaveLength(2);
  });
});
