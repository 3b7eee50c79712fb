import type { ServerResponse } from 'node:http';
import { Database } from '@capture/persistence';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { OutcomeRepository, type Outcome } from '../../src/deliveries/queue/outcome.repository.js';
import { QueueJobs } from '../../src/deliveries/queue/queue.jobs.js';
import { OutcomeRecorder } from '../../src/deliveries/sending/outcome-recorder.js';
import { holding } from '../fixtures/holding.js';
import { answer, Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

interface Leased {
  deliveryId: string;
  leaseId: string;
}

describe('outcomes recorded in one statement', () => {
  let under: WebhooksUnderTest;
  let receiver: Receiver;
  beforeAll(async () => {
    // The worker looks when something is queued or a test has it look.
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_WEBHOOK_POLL_MS: '60000' });
    receiver = await Receiver.start(() => undefined);
  });
  afterAll(async () => {
    await receiver.stop();
    await under.stop();
  });

  /** An attempt in flight for each of so many organizations. */
  async function inFlight(count: number): Promise<Leased[]> {
    const before = receiver.requests.length;
    const owners = Array.from({ length: count }, () => under.organization());
    for (const owner of owners) await owner.endpoint(receiver.url);
    await under.hears(...owners.map(({ id }) => closedEvent(id)));
    await until('the attempts', () => receiver.requests.length === before + count);
    return under.sql<Leased>(
      `SELECT delivery_id AS "deliveryId", lease_id AS "leaseId" FROM queue_item
       WHERE lease_id IS NOT NULL AND organization_id = ANY($1::text[]) ORDER BY delivery_id`,
      owners.map(({ id }) => id),
    );
  }

  function failed(leased: Leased, dueAt: Date | null): Outcome {
    const now = under.clock.now();
    const result = {
      status: 500,
      error: null,
      latencyMs: 7,
      responseBody: 'a "quote" \\ é',
      retryAfter: null,
    };
    const status = dueAt ? 'pending' : 'failed';
    return { ...leased, attempt: 1, at: now, endedAt: now, result, error: 'status', status, dueAt };
  }

  it('each is its own: one is tried again, one has ended, and one whose lease was taken over is dropped', async () => {
    const [again, ended, lost] = (await inFlight(3)) as [Leased, Leased, Leased];
    const later = new Date(under.clock.now().getTime() + 3_600_000);
    const outcomes = [failed(again, later), failed(ended, null), failed({ ...lost, leaseId: 'older' }, null)];
    const heard = await under.app
      .get(Database)
      .forEveryOrganization('a test records', () =>
        under.app.get(OutcomeRepository).record(outcomes, under.clock.now()),
      );
    expect([...heard.keys()].toSorted()).toEqual([again.deliveryId, ended.deliveryId]);
    const rows = await under.sql(
      `SELECT d.id, d.status, d.attempt_count AS made, d.completed_at IS NULL AS open, q.due_at AS due, q.lease_id AS lease, a.response_body AS said
       FROM delivery d LEFT JOIN queue_item q ON q.delivery_id = d.id LEFT JOIN attempt a ON a.delivery_id = d.id
       WHERE d.id = ANY($1::text[]) ORDER BY d.id`,
      [again, ended, lost].map(({ deliveryId }) => deliveryId),
    );
    const said = 'a "quote" \\ é';
    expect(rows).toMatchObject([
      { id: again.deliveryId, status: 'pending', made: 1, open: true, due: later, lease: null, said },
      { id: ended.deliveryId, status: 'failed', made: 1, open: false, due: null, lease: null, said },
      { id: lost.deliveryId, status: 'pending', made: 0, open: true, lease: lost.leaseId, said: null },
    ]);
  });

  it('what waits for the end of an attempt goes out after it, even when a claim that puts it off did not see that end', async () => {
    const [leased] = (await inFlight(1)) as [Leased];
    const [owner] = await under.sql<{ id: string }>(
      'SELECT organization_id AS id FROM queue_item WHERE delivery_id = $1',
      leased.deliveryId,
    );
    const next = closedEvent(owner?.id ?? '');
    await under.hears(next);
    const putOff = 'SELECT 1 FROM ready_organization WHERE organization_id = $1 AND ready_at > now()';
    await until('the worker to have looked', async () => (await under.sql(putOff, owner?.id)).length > 0);
    await under.sql(
      `UPDATE ready_organization SET ready_at = '2020-01-01' WHERE organization_id = $1 RETURNING 1`,
      owner?.id,
    );
    const database = under.app.get(Database);
    await database.forEveryOrganization('a test claims and records', async () => {
      let recorded: Promise<unknown> | undefined;
      await database.run(async () => {
        await database.query(
          'SELECT 1 FROM ready_organization WHERE organization_id = $1 FOR UPDATE',
          owner?.id,
        );
        recorded = database.outsideTransaction(() =>
          under.app.get(OutcomeRecorder).record(failed(leased, null)),
        );
        // It waits for the claim, though not for long: then it is recorded, and its organization is woken after the claim.
        const met = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                     UNION ALL SELECT 1 FROM attempt WHERE delivery_id = $1`;
        const meets = (): Promise<unknown[]> =>
          database.outsideTransaction(() => under.sql(met, leased.deliveryId));
        await until('the record to meet the claim', async () => (await meets()).length > 0);
        await database.execute(
          `UPDATE ready_organization SET ready_at = 'infinity' WHERE organization_id = $1`,
          owner?.id,
        );
      });
      await recorded;
    });
    under.later(0);
    await until('the next delivery', () => receiver.ids.includes(next.id));
  });

  it('what is queued while a claim puts its organization off goes out after it', async () => {
    const owner = under.organization();
    await owner.endpoint(receiver.url);
    await under.hears(closedEvent(owner.id));
    await until(
      'the attempt',
      async () =>
        (
          await under.sql(
            'SELECT 1 FROM queue_item WHERE lease_id IS NOT NULL AND organization_id = $1',
            owner.id,
          )
        ).length === 1,
    );
    await owner.endpoint(`${receiver.url}?second`);
    const database = under.app.get(Database);
    const event = closedEvent(owner.id);
    let heard: Promise<unknown> | undefined;
    await database.forEveryOrganization('a test claims', () =>
      database.run(async () => {
        await database.query(
          'SELECT 1 FROM ready_organization WHERE organization_id = $1 FOR UPDATE',
          owner.id,
        );
        heard = database.outsideTransaction(() => under.hears(event));
        const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        // On a connection of its own: a transaction keeps the list of connections that it saw first.
        const waiting = (): Promise<unknown[]> => database.outsideTransaction(() => under.sql(waits));
        await until('the fan-out to wait for the claim', async () => (await waiting()).length > 0);
        await database.execute(
          `UPDATE ready_organization SET ready_at = 'infinity' WHERE organization_id = $1`,
          owner.id,
        );
      }),
    );
    await heard;
    await until('the delivery', () => receiver.ids.includes(event.id));
  });
});

describe('while the row of an organization is locked, as by a process that is frozen', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), { CAPTURE_WEBHOOK_POLL_MS: '60000' });
  });
  afterEach(async () => {
    await letGo();
    await under.stopReceivers();
  });
  afterAll(() => under.stop());

  let letGo = (): Promise<void> => Promise.resolve();
  const lock = async (organizationId: string): Promise<void> => {
    letGo = await holding(
      under.databaseUrl,
      'SELECT 1 FROM ready_organization WHERE organization_id = $1 FOR UPDATE',
      organizationId,
    );
  };

  it('outcomes of all are recorded, and its next delivery goes out as soon as it is free', async () => {
    const unanswered: ServerResponse[] = [];
    const hold = (_request: unknown, response: ServerResponse): void => void unanswered.push(response);
    const [locked, free] = [await under.receiving(hold), await under.receiving(hold)];
    await locked.organization.hears(2);
    await free.organization.hears(1);
    await until('an attempt for each', () => unanswered.length === 2);
    await lock(locked.organization.id);
    for (const response of unanswered) response.writeHead(200).end();
    await free.organization.settled(free.id, 1, 'succeeded');
    const succeeded = `SELECT 1 FROM delivery WHERE endpoint_id = $1 AND status = 'succeeded'`;
    await until('its own', async () => (await under.sql(succeeded, locked.id)).length === 1);
    expect(locked.receiver.requests).toHaveLength(1);
    await letGo();
    await until('its next', () => locked.receiver.requests.length === 2);
  });

  it('what a worker that is gone had in flight for others is taken over', async () => {
    const locked = await under.receiving(() => undefined);
    const free = await under.receiving(() => undefined);
    for (const { organization, receiver, id } of [locked, free]) {
      await organization.hears(1);
      await until('the attempt', () => receiver.requests.length === 1);
      await under.sql(
        `UPDATE queue_item SET lease_id = $1 || '/lease' WHERE endpoint_id = $1 RETURNING 1`,
        id,
      );
    }
    await lock(locked.organization.id);
    await under.sql(
      `INSERT INTO worker (id, seen_at) SELECT unnest($1::text[]), now() - interval '1 minute' RETURNING 1`,
      [locked.id, free.id],
    );
    await until('it to be attempted again', () => free.receiver.requests.length === 2);
    expect(locked.receiver.requests).toHaveLength(1);
    await letGo();
    await until('the other one too', () => locked.receiver.requests.length === 2);
  });

  it('housekeeping wakes the others, those that come before it too', async () => {
    const both = [await under.receiving(answer(500)), await under.receiving(answer(500))];
    const [before, locked] = both.toSorted((a, b) => (a.organization.id < b.organization.id ? -1 : 1));
    if (!before || !locked) throw new Error('nobody receives');
    for (const { organization, id } of both) {
      await organization.hears(1);
      await organization.settled(id, 1, 'pending');
    }
    await under.sql(`UPDATE ready_organization SET ready_at = 'infinity' RETURNING 1`);
    await lock(locked.organization.id);
    await under.app.get(QueueJobs).wakeOrganizations();
    under.later(10);
    await until('the second attempt', () => before.receiver.requests.length === 2);
  });
});
