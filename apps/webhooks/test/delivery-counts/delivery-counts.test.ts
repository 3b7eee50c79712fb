import { newId } from '@capture/contracts';
import { Database } from '@capture/persistence';
import { keyPrincipal, memberPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DeliveryCountsDto } from '../../src/delivery-counts/delivery-counts.dto.js';
import { stepsUntil } from '../../src/delivery-counts/delivery-counts.model.js';
import { DeliveryCountsRepository } from '../../src/delivery-counts/delivery-counts.repository.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const NOW = '2026-03-10T12:30:00.000Z';
const endpointId = newId('webhookEndpoint');
const organizationId = newId('organization');

interface Made {
  at: string;
  status: string;
  /** Of its attempts, in their order. */
  latenciesMs?: number[];
}

describe('deliveries counted over time', () => {
  let service: WebhooksUnderTest;

  beforeAll(async () => {
    service = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
    service.clock.advance((Date.parse(NOW) - service.clock.now().getTime()) / 1000);
    await service.sql(
      `INSERT INTO endpoint (id, organization_id, url, events, status, created_at)
       VALUES ($1, $2, 'https://example.com', '{*}', 'disabled', now())`,
      endpointId,
      organizationId,
    );
    for (const made of [
      { at: '2026-03-10T12:00:00.000Z', status: 'succeeded', latenciesMs: [9_000, 20] },
      { at: '2026-03-10T12:29:59.999Z', status: 'pending' },
      { at: '2026-03-10T11:59:59.999Z', status: 'failed', latenciesMs: [50] },
      { at: '2026-03-09T13:00:00.000Z', status: 'held' },
      { at: '2026-03-09T12:59:59.999Z', status: 'succeeded' },
      { at: '2026-02-09T00:00:00.000Z', status: 'failed' },
      { at: '2026-02-08T23:59:59.999Z', status: 'succeeded' },
    ])
      await insert(made);
  });
  afterAll(() => service.stop());

  async function insert({ at, status, latenciesMs = [] }: Made): Promise<void> {
    const [eventId, id] = [newId('event'), newId('delivery')];
    await service.sql(
      `INSERT INTO event (id, organization_id, type, body, occurred_at, created_at) VALUES ($1, $2, 'ping', '{}', now(), now())`,
      eventId,
      organizationId,
    );
    await service.sql(
      `INSERT INTO delivery (id, endpoint_id, organization_id, event_id, event_type, status, created_at)
       VALUES ($1, $2, $3, $4, 'ping', $5, $6::timestamptz)`,
      ...[id, endpointId, organizationId, eventId, status, at],
    );
    for (const [index, latencyMs] of latenciesMs.entries())
      await service.sql(
        'INSERT INTO attempt (delivery_id, attempt, at, latency_ms) VALUES ($1, $2, now(), $3)',
        ...[id, index + 1, latencyMs],
      );
  }

  function ask(query = '', organization = organizationId, role: 'admin' | 'producer' = 'admin') {
    const principal = memberPrincipal(keyPrincipal({ organizationId: organization }), { role });
    const path = `/console/api/webhook-endpoints/${endpointId}/delivery-counts${query}`;
    return service.call<DeliveryCountsDto>('GET', path, { principal });
  }

  it('stand by the hour of a day, each with its outcomes and with how long attempts took', async () => {
    const { status, body } = await ask();
    expect([status, body.complete, body.series.length]).toEqual([200, true, 24]);
    const none = { succeeded: 0, failed: 0, pending: 0, held: 0, latencyP50Ms: null, latencyP95Ms: null };
    expect(body.series[0]).toEqual({ ...none, start: '2026-03-09T13:00:00.000Z', held: 1 });
    expect(body.series[1]).toEqual({ ...none, start: '2026-03-09T14:00:00.000Z' });
    expect(body.series.at(-2)).toEqual({
      ...none,
      start: '2026-03-10T11:00:00.000Z',
      failed: 1,
      latencyP50Ms: 50,
      latencyP95Ms: 50,
    });
    expect(body.series.at(-1)).toEqual({
      ...none,
      start: '2026-03-10T12:00:00.000Z',
      succeeded: 1,
      pending: 1,
      latencyP50Ms: 20,
      latencyP95Ms: 9_000,
    });
  });

  it('stand by the day of 30, and nothing earlier is counted', async () => {
    const { body } = await ask('?by=day');
    expect(body.series).toHaveLength(30);
    expect(body.series[0]).toMatchObject({ start: '2026-02-09T00:00:00.000Z', failed: 1, succeeded: 0 });
    expect(body.series.at(-1)).toMatchObject({ succeeded: 1, failed: 1, pending: 1 });
    const sum = body.series.reduce((all, { succeeded, failed, pending, held }) => {
      return all + succeeded + failed + pending + held;
    }, 0);
    expect(sum).toBe(6);
  });

  it("are for who manages webhooks, by the hour or the day, and not another organization's", async () => {
    expect(await ask('', organizationId, 'producer')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_role' },
    });
    expect(await ask('?by=week')).toMatchObject({ status: 400, body: { field: 'by' } });
    expect(await ask('', newId('organization'))).toMatchObject({ status: 404 });
  });

  it('are the newest ones, where there are more than are counted', async () => {
    const rows = service.app.get(DeliveryCountsRepository);
    const steps = stepsUntil(new Date(NOW), 'hour');
    const counted = await service.app
      .get(Database)
      .forEveryOrganization('a test', () => rows.newestCounts(endpointId, steps, 3));
    expect(counted.map(({ start, status }) => `${start.toISOString()} ${status}`).toSorted()).toEqual([
      '2026-03-10T11:00:00.000Z failed',
      '2026-03-10T12:00:00.000Z pending',
      '2026-03-10T12:00:00.000Z succeeded',
    ]);
  });
});
