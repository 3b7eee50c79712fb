import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { EndpointHealthService } from '../../src/endpoints/endpoint-health.service.js';
import { answer, Receiver } from '../fixtures/receiver.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('an answer from the former URL of an endpoint', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  it('says nothing about the endpoint: a 410 from there leaves it enabled, and the next event goes to the new URL', async () => {
    let gone: (() => void) | undefined;
    const { organization, id } = await under.receiving(
      (request, response, index) => void (gone = () => answer(410)(request, response, index)),
    );
    const recorded = vi.spyOn(under.app.get(EndpointHealthService), 'recordAttempt');
    await organization.hears(1);
    await until('the attempt', () => gone !== undefined);
    const moved = await Receiver.start();
    await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { url: moved.url });
    gone?.();
    await until('the answer to be taken in', () => recorded.mock.settledResults[0]?.type === 'fulfilled');
    expect(await organization.readEndpoint(id)).toMatchObject({ status: 'enabled', disabledReason: null });
    const [row] = await under.sql<{ failing: Date | null }>(
      'SELECT failing_since AS failing FROM endpoint WHERE id = $1',
      id,
    );
    expect(row?.failing).toBeNull();
    await organization.hears(1);
    await organization.settled(id, 1, 'succeeded');
    expect(moved.requests).toHaveLength(1);
    await moved.stop();
  });
});
