import { randomBytes } from 'node:crypto';
import { sealText } from '@capture/platform';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { AttemptService } from '../../src/deliveries/sending/attempt.service.js';
import type { RotatedWebhookEndpointDto } from '../../src/endpoints/endpoint.dto.js';
import { verifies } from '../fixtures/receiver.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

describe('an endpoint whose secret was sealed with a key that is lost', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(async () => {
    await under.stopReceivers();
    await under.stop();
  });

  it('is not taken for failing: it was asked nothing', async () => {
    const { organization, id, secret } = await under.receiving();
    await under.sql(
      'UPDATE secret SET sealed = $2 WHERE endpoint_id = $1 RETURNING 1',
      id,
      sealText(randomBytes(32), secret, id),
    );
    const attempted = vi.spyOn(under.app.get(AttemptService), 'attempt');
    await organization.hears(1);
    await until('the attempt to be taken in', () => attempted.mock.settledResults[0]?.type === 'fulfilled');
    expect((await organization.settled(id, 1)).attempts[0]?.error).toBe('internal');
    const health = 'SELECT failing_since AS failing, status FROM endpoint WHERE id = $1';
    expect(await under.sql(health, id)).toEqual([{ failing: null, status: 'enabled' }]);
    attempted.mockRestore();
  });

  it('gets its events once its secret is rotated, signed with the new one', async () => {
    const { organization, receiver, id, secret } = await under.receiving();
    const sealed = sealText(randomBytes(32), secret, id);
    await under.sql('UPDATE secret SET sealed = $2 WHERE endpoint_id = $1 RETURNING 1', id, sealed);
    await organization.hears(1);
    expect((await organization.settled(id, 1)).attempts[0]?.error).toBe('internal');
    const { body } = await organization.call<RotatedWebhookEndpointDto>(
      'POST',
      `/v1/webhook-endpoints/${id}/rotate-secret`,
      { overlapSec: 3600 },
    );
    await organization.hears(1);
    await organization.settled(id, 1, 'succeeded');
    const [request] = receiver.requests;
    expect(request && verifies(body.secret, request)).toBe(true);
  });
});
