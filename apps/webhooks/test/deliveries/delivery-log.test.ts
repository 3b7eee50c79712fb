import { AppError, CHANGE_NOTICES, type ChangeNotice, newId } from '@capture/contracts';
import { Bus } from '@capture/messaging';
import { Database } from '@capture/persistence';
import type { Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type {
  DeliveryDto,
  DeliveryPageDto,
  ReplayedDeliveriesDto,
} from '../../src/deliveries/delivery.dto.js';
import { answer } from '../fixtures/receiver.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const HOUR = 3600;
const always = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** Of a statement in one of the forms that `query` of a connection takes. */
function textOf(given: unknown): string {
  return typeof given === 'string' ? given : ((given as { text?: string }).text ?? '');
}

describe('log and replay of deliveries', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterEach(() => under.stopReceivers());
  afterAll(() => under.stop());

  it('lists newest first in pages, by status, without the answers, which reading one shows', async () => {
    const { organization, id } = await under.receiving(answer(200, {}, 'thanks'));
    await organization.hears(5);
    await until('all sent', async () =>
      (await organization.deliveries(id)).every(({ status }) => status === 'succeeded'),
    );
    const path = `${ROOT}/${id}/deliveries`;
    const first = (await organization.call<DeliveryPageDto>('GET', `${path}?limit=3&status=succeeded`)).body;
    const second = (
      await organization.call<DeliveryPageDto>('GET', `${path}?limit=3&cursor=${first.nextCursor}`)
    ).body;
    const ids = [...first.data, ...second.data].map((delivery) => delivery.id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect([new Set(ids).size, second.nextCursor]).toEqual([5, null]);
    expect(first.data[0]?.attempts[0]).not.toHaveProperty('responseBody');
    const one = (await organization.call<DeliveryDto>('GET', `${path}/${ids[0]}`)).body;
    expect(one.attempts).toMatchObject([{ attempt: 1, status: 200, error: null, responseBody: 'thanks' }]);
    expect((await organization.call<DeliveryPageDto>('GET', `${path}?status=failed`)).body.data).toEqual([]);
  });

  it('shows the newest twenty attempts of a delivery that was sent again and again; a list reads no answers', async () => {
    const { organization, id } = await under.receiving();
    await organization.hears(1);
    const sent = await organization.settled(id, 1, 'succeeded');
    await under.sql(
      `WITH more AS (
         INSERT INTO attempt (delivery_id, attempt, at, status, latency_ms, response_body)
         SELECT $1, n, now(), 200, 1, 'answer ' || n FROM generate_series(2, 5000) n RETURNING 1
       ) UPDATE delivery SET attempt_count = 5000 WHERE id = $1 RETURNING (SELECT count(*) FROM more)`,
      sent.id,
    );
    const newest = Array.from({ length: 20 }, (_each, index) => ({ attempt: 4981 + index }));
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const path = `${ROOT}/${id}/deliveries`;
    const [listed] = (await organization.call<DeliveryPageDto>('GET', path)).body.data;
    const texts = statements.mock.calls.map(([given]) => textOf(given));
    statements.mockRestore();
    expect(listed).toMatchObject({ attemptCount: 5000, attempts: newest });
    expect(texts.some((text) => text.includes('JOIN attempt'))).toBe(true);
    expect(texts.filter((text) => text.includes('response_body'))).toEqual([]);
    const { attempts } = (await organization.call<DeliveryDto>('GET', `${path}/${sent.id}`)).body;
    expect(attempts).toMatchObject(
      newest.map(({ attempt }) => ({ attempt, responseBody: `answer ${attempt}` })),
    );
  });

  it('tells pages when a delivery is queued, attempted and sent again', async () => {
    const { organization, id } = await under.receiving();
    const told: ChangeNotice[] = [];
    const notices = under.app
      .get(Bus, { strict: false })
      // What other endpoints were sent may still be on its way.
      .listen(CHANGE_NOTICES, (one) => {
        const notice = one as ChangeNotice;
        if (notice.organizationId === organization.id) told.push(notice);
      });
    await organization.hears(1);
    const notice = {
      organizationId: organization.id,
      type: 'webhook_delivery.changed',
      ids: { endpointId: id },
    };
    await until('it to be queued and attempted', () => told.length === 2);
    const [sent] = await organization.deliveries(id);
    expect(sent?.status).toBe('succeeded');
    await organization.call('POST', `${ROOT}/${id}/deliveries/${sent?.id}/replay`);
    await until('it to be sent again', () => told.length === 3);
    expect(told).toEqual([notice, notice, notice]);
    await notices.close();
  });

  it('refuses bad queries, cursors and ranges', async () => {
    const { organization, id } = await under.receiving();
    const path = `${ROOT}/${id}`;
    for (const [query, code, field] of [
      ['limit=0', 'invalid_input', 'limit'],
      ['status=lost', 'invalid_input', 'status'],
      ['cursor=x', 'invalid_cursor', 'cursor'],
      [`cursor=${newId('delivery')}`, 'invalid_cursor', 'cursor'],
    ]) {
      const { body } = await organization.refused('GET', `${path}/deliveries?${query}`);
      expect([body.code, body.field]).toEqual([code, field]);
    }
    const ranges: [object, string][] = [
      [{}, 'from'],
      [{ from: 'yesterday', to: always.to }, 'from'],
      [{ from: always.to, to: always.from }, 'to'],
      [{ from: '2026-01-01', to: always.to }, 'from'],
      [{ ...always, status: 'pending' }, 'status'],
      [{ ...always, all: true }, 'all'],
    ];
    for (const [body, field] of ranges) {
      const refused = await organization.refused('POST', `${path}/replay`, body);
      expect([refused.status, refused.body.field]).toEqual([400, field]);
    }
  });

  it('a range takes what was made in it, and no more', async () => {
    const { organization, receiver, id } = await under.receiving();
    await organization.hears(2);
    // Recorded, not only received: an hour later the lease of an attempt has run out, and it is made again.
    await until('two', async () =>
      (await organization.deliveries(id)).every(({ status }) => status === 'succeeded'),
    );
    under.later(HOUR);
    const from = under.clock.now().toISOString();
    const [later] = await organization.hears(1);
    await organization.settled(id, 1, 'succeeded');
    under.later(HOUR);
    expect(
      (
        await organization.call<ReplayedDeliveriesDto>('POST', `${ROOT}/${id}/replay`, {
          from,
          to: under.clock.now().toISOString(),
        })
      ).body,
    ).toEqual({ replayed: 1 });
    await until('four', () => receiver.requests.length === 4);
    expect(receiver.ids.at(-1)).toBe(later?.id);
  });

  it('refuses a body for one delivery, which takes none', async () => {
    const { organization, id } = await under.receiving();
    await organization.hears(1);
    const delivery = await organization.settled(id, 1, 'succeeded');
    const path = `${ROOT}/${id}/deliveries/${delivery.id}/replay`;
    const refused = await organization.refused('POST', path, { at: 'once' });
    expect([refused.status, refused.body.field]).toEqual([400, 'at']);
  });

  it('equal Idempotency-Keys replay once', async () => {
    const { organization, receiver, id } = await under.receiving();
    await organization.hears(1);
    const delivery = await organization.settled(id, 1, 'succeeded');
    const path = `${ROOT}/${id}/deliveries/${delivery.id}/replay`;
    for (let time = 0; time < 3; time += 1)
      await organization.call('POST', path, undefined, { 'idempotency-key': 'again' });
    await organization.settled(id, 2, 'succeeded');
    expect(receiver.requests).toHaveLength(2);
  });

  it('a refusal does not take the place of what a repeat of its Idempotency-Key has answered meanwhile', async () => {
    const { organization, id } = await under.receiving();
    await organization.hears(1);
    const delivery = await organization.settled(id, 1, 'succeeded');
    const replay = (): Promise<Answer<DeliveryDto>> =>
      organization.call('POST', `${ROOT}/${id}/deliveries/${delivery.id}/replay`, undefined, {
        'idempotency-key': 'refused, then done',
      });
    const put = (status: string): Promise<Answer<unknown>> =>
      organization.call('PATCH', `${ROOT}/${id}`, { status });
    await put('disabled');
    const database = under.app.get(Database);
    const run = database.run.bind(database);
    let repeated: Answer<DeliveryDto> | undefined;
    vi.spyOn(database, 'run').mockImplementation(async (work) => {
      if (database.inTransaction) return run(work);
      try {
        return await run(work);
      } catch (error) {
        // Between the end of the refused call's transaction and the storing of its answer.
        if (error instanceof AppError && error.code === 'conflict') {
          await put('enabled');
          repeated = await replay();
        }
        throw error;
      }
    });
    expect((await replay()).status).toBe(409);
    vi.restoreAllMocks();
    expect(repeated?.status).toBe(202);
    expect((await replay()).body).toEqual(repeated?.body);
  });
});
