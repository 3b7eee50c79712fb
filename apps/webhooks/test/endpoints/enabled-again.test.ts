import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { EndpointHealthService } from '../../src/endpoints/endpoint-health.service.js';
import { answer } from '../fixtures/receiver.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('an endpoint that is enabled during an attempt', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  it.each([
    ['after it was disabled meanwhile', ['disabled', 'enabled']],
    ['although it was not disabled', ['enabled']],
  ])('%s, stays enabled when the attempt answers 410, and the next 410 disables it', async (_how, asked) => {
    const answers: (() => void)[] = [];
    const { organization, id } = await under.receiving((request, response, index) => {
      answers.push(() => answer(410)(request, response, index));
    });
    const recorded = vi.spyOn(under.app.get(EndpointHealthService), 'recordAttempt');
    await organization.hears(1);
    await until('the attempt', () => answers.length === 1);
    for (const status of asked)
      expect((await organization.call('PATCH', `/v1/webhook-endpoints/${id}`, { status })).status).toBe(200);
    answers[0]?.();
    await until('the answer to be taken in', () => recorded.mock.settledResults[0]?.type === 'fulfilled');
    expect(await organization.readEndpoint(id)).toMatchObject({ status: 'enabled', disabledReason: null });
    await organization.hears(1);
    await until('the next attempt', () => answers.length === 2);
    answers[1]?.();
    await until('it to be disabled', async () => {
      const { disabledReason } = await organization.readEndpoint(id);
      return disabledReason === 'gone';
    });
    recorded.mockRestore();
  });
});
