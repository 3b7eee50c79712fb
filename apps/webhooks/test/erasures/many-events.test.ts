import { newId, type CommandReply } from '@capture/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ErasureRepository } from '../../src/erasures/erasure.repository.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const EMAIL = 'ada@example.com';
/** More than are searched at a time, several times. */
const EVENTS = 2_500;
/** One of so many quotes the address. */
const APART = 10;

describe('erasing an address from very many events', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => under.stop());

  /** An organization with events of which some quote the address, as do the two attempts of these; a ping is one of them. */
  async function quoting(): Promise<string> {
    const organizationId = newId('organization');
    await under.sql(
      `WITH logged AS (
         INSERT INTO event (id, organization_id, sequence, type, body, occurred_at, created_at)
         SELECT 'evt_' || $1 || n, $1, nullif(n, 0), 'capture_request.closed', CASE WHEN n % ${APART} = 0 THEN '{"to":"${EMAIL}"}' ELSE '{}' END, now(), now()
         FROM generate_series(0, $2::int) n RETURNING id, body
       ), made AS (
         INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, attempt_count, created_at)
         SELECT 'dlv_' || id, 'whe_' || $1, $1, id, 'capture_request.closed', 'failed', 2, now() FROM logged RETURNING id, event_id
       ) INSERT INTO attempt (delivery_id, attempt, at, latency_ms, response_body)
       SELECT made.id, n, now(), 1, CASE WHEN logged.body = '{}' THEN 'none' ELSE 'to ${EMAIL}' END
       FROM made JOIN logged ON logged.id = made.event_id CROSS JOIN generate_series(1, 2) n RETURNING 1`,
      organizationId,
      EVENTS,
    );
    return organizationId;
  }

  const erase = (
    organizationId: string,
    erasureId: string,
    inTurns?: boolean,
  ): Promise<CommandReply<'webhooks.erase_person'>> => {
    const payload = { organizationId, erasureId, email: EMAIL };
    return under.send('webhooks.erase_person', inTurns === undefined ? payload : { ...payload, inTurns });
  };

  async function left(organizationId: string): Promise<{ events: number; attempts: number } | undefined> {
    const [row] = await under.sql<{ events: number; attempts: number }>(
      `SELECT (SELECT count(*)::int FROM event WHERE organization_id = $1 AND body LIKE '%ada@%') AS events,
         (SELECT count(*)::int FROM attempt JOIN delivery d ON d.id = delivery_id
          WHERE d.organization_id = $1 AND response_body LIKE '%ada@%') AS attempts`,
      organizationId,
    );
    return row;
  }

  const QUOTING = EVENTS / APART + 1;
  const ALL = { events: QUOTING, attempts: 2 * QUOTING };
  const NONE = { events: 0, attempts: 0 };

  it('keeps what it has done when it breaks off, goes on from there, and counts each once', async () => {
    const [organizationId, erasureId] = [await quoting(), newId('erasure')];
    const repository = under.app.get(ErasureRepository);
    const search = repository.eraseFromAttempts.bind(repository);
    let searches = 0;
    vi.spyOn(repository, 'eraseFromAttempts').mockImplementation((...given) => {
      searches += 1;
      return searches === 2 ? Promise.reject(new Error('killed')) : search(...given);
    });
    await expect(erase(organizationId, erasureId)).rejects.toThrow();
    const after = await left(organizationId);
    expect(after?.events).toBeGreaterThan(0);
    expect(after?.events).toBeLessThan(ALL.events);
    expect(after?.attempts).toBe(2 * (after?.events ?? 0));
    expect((await erase(organizationId, erasureId)).counts).toEqual(ALL);
    expect(await left(organizationId)).toEqual(NONE);
    expect((await erase(organizationId, erasureId)).counts).toEqual(ALL);
  });

  /** Makes each search take longer than one call goes on. */
  function slowly(): void {
    const repository = under.app.get(ErasureRepository);
    const search = repository.eraseFromEvents.bind(repository);
    vi.spyOn(repository, 'eraseFromEvents').mockImplementation((...given) => {
      under.clock.advance(6);
      return search(...given);
    });
  }

  it('answers that there is more before its caller would give up', async () => {
    const [organizationId, erasureId] = [await quoting(), newId('erasure')];
    slowly();
    let reply = await erase(organizationId, erasureId, true);
    expect(reply).toMatchObject({ more: true });
    while (reply.more === true) reply = await erase(organizationId, erasureId, true);
    expect(reply).toEqual({ counts: ALL });
    expect(await left(organizationId)).toEqual(NONE);
  });

  it('tells a caller of the former release so by a refusal', async () => {
    const [organizationId, erasureId] = [await quoting(), newId('erasure')];
    slowly();
    for (let time = 0; time < 3; time += 1)
      await expect(erase(organizationId, erasureId)).rejects.toMatchObject({ code: 'service_unavailable' });
    vi.restoreAllMocks();
    expect((await erase(organizationId, erasureId)).counts).toEqual(ALL);
    expect(await left(organizationId)).toEqual(NONE);
  });
});
