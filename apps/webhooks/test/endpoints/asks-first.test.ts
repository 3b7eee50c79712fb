import { AddressGuard } from '@capture/platform';
import { Database } from '@capture/persistence';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { DeliveryDto } from '../../src/deliveries/delivery.dto.js';
import type { WebhookEndpointWithSecretDto } from '../../src/endpoints/endpoint.dto.js';
import { WebhooksUnderTest } from '../fixtures/webhooks-under-test.js';

const ROOT = '/v1/webhook-endpoints';
const KEY = { 'idempotency-key': 'one' };

describe('a call with an Idempotency-Key whose name servers are asked', () => {
  let under: WebhooksUnderTest;
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'));
  });
  afterEach(() => vi.restoreAllMocks());
  afterEach(() => under.stopReceivers());
  afterAll(() => under.stop());

  /** Whether each look-up of a name held a transaction. */
  function lookUps(): boolean[] {
    const database = under.app.get(Database);
    const guard = under.app.get(AddressGuard);
    const held: boolean[] = [];
    const check = guard.check.bind(guard);
    vi.spyOn(guard, 'check').mockImplementation((url) => {
      held.push(database.inTransaction);
      return check(url);
    });
    return held;
  }

  it('holds no transaction while it makes an endpoint, and has its effect once', async () => {
    const held = lookUps();
    const organization = under.organization();
    const make = (): Promise<{ body: WebhookEndpointWithSecretDto }> =>
      organization.call('POST', ROOT, { url: 'http://127.0.0.1:9/hook' }, KEY);
    const { body } = await make();
    expect(held).toEqual([false]);
    expect((await make()).body).toEqual(body);
    expect(held).toEqual([false]);
  });

  it('holds no transaction while it sends a simulated event, and has its effect once', async () => {
    const { organization, id } = await under.receiving();
    const held = lookUps();
    const send = (): Promise<{ body: DeliveryDto }> =>
      organization.call('POST', `${ROOT}/${id}/test`, undefined, KEY);
    const { body } = await send();
    expect(held[0]).toBe(false);
    await organization.settled(id, 1, 'succeeded');
    expect((await send()).body).toEqual(body);
    expect(await organization.deliveries(id)).toHaveLength(1);
  });
});
