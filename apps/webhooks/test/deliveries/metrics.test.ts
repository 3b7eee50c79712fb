import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { holding } from '../fixtures/holding.js';
import { answer, Receiver } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('metrics', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  /** Samples as a collector reads them now: value by name and labels, without the label of the service. */
  async function samples(): Promise<Record<string, number>> {
    const { statusCode, payload } = await under.app.inject({ method: 'GET', url: '/metrics' });
    expect(statusCode).toBe(200);
    const own = payload.replaceAll(/,?service="webhooks",?/g, '').replaceAll('{}', '');
    const lines = own.split('\n').filter((line) => line.startsWith('capture_'));
    return Object.fromEntries(
      lines.map((line) => line.split(' ') as [string, string]).map(([name, value]) => [name, Number(value)]),
    );
  }

  it('count attempts of every outcome from zero, so that the first failure is an increase', async () => {
    expect(await samples()).toMatchObject({
      'capture_webhooks_attempts_total{outcome="succeeded"}': 0,
      'capture_webhooks_attempts_total{outcome="timeout"}': 0,
    });
  });

  it('count attempts by outcome, time receipts, and show the backlog and the disabled endpoints', async () => {
    const receiver = await Receiver.start((request, response, index) =>
      answer(index === 0 ? 500 : 200)(request, response, index),
    );
    const organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    await under.hears(closedEvent(organization.id));
    await organization.settled(id, 1);
    await under.hears(closedEvent(organization.id));
    await organization.settled(id, 1, 'succeeded');
    const counted = await until('both attempts, and the change told', async () => {
      const found = await samples();
      const told = found['capture_outbox_pending'] === 0;
      const succeeded = found['capture_webhooks_attempts_total{outcome="succeeded"}'];
      return told && succeeded === 1 ? found : undefined;
    });
    expect(counted).toMatchObject({
      'capture_webhooks_attempts_total{outcome="status"}': 1,
      'capture_webhooks_attempts_total{outcome="succeeded"}': 1,
      capture_webhooks_receipt_latency_seconds_count: 1,
      capture_webhooks_backlog_age_seconds: 0,
      capture_webhooks_endpoints_disabled: 0,
      capture_outbox_pending: 0,
    });
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status: 'disabled' });
    expect(await samples()).toMatchObject({ capture_webhooks_endpoints_disabled: 1 });
    await receiver.stop();
  });

  const backlogAge = async (): Promise<number> =>
    (await samples())['capture_webhooks_backlog_age_seconds'] ?? Number.NaN;

  it('do not show that a replayed range waits its turn, nor what waits for a receiver that hangs', async () => {
    const stuck = await Receiver.start();
    const organization = under.organization();
    const { id } = await organization.endpoint(stuck.url);
    for (let made = 0; made < 2; made += 1) {
      await under.hears(closedEvent(organization.id));
      await organization.settled(id, 1, 'succeeded');
    }
    stuck.respond = () => undefined;
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    await organization.call('POST', `/v1/webhook-endpoints/${id}/replay`, range);
    await until('one of the replays to hang', () => stuck.requests.length === 3);
    under.clock.advance(10);
    expect(await backlogAge()).toBe(0);
    await organization.hears(20);
    const healthy = await under.receiving();
    await healthy.organization.hears(1);
    await healthy.organization.settled(healthy.id, 1, 'succeeded');
    under.clock.advance(10);
    expect(await backlogAge()).toBe(0);
    await organization.call('DELETE', `/v1/webhook-endpoints/${id}`);
    await stuck.stop();
  });

  it('show for how long the oldest due delivery has waited that no worker claims', async () => {
    const { organization, receiver, id } = await under.receiving(answer(500));
    await organization.hears(1);
    await organization.settled(id, 1, 'pending');
    const letGo = await holding(
      under.databaseUrl,
      'SELECT 1 FROM ready_organization WHERE organization_id = $1 FOR UPDATE',
      organization.id,
    );
    under.clock.advance(20);
    expect(await backlogAge()).toBeGreaterThanOrEqual(10);
    await letGo();
    await until('its next attempt', () => receiver.requests.length === 2);
  });
});
