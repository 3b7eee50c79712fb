import { until } from '@capture/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { Receiver, type Respond } from '../../harness/clients/receiver.js';
import { WebhookOrganization } from '../../harness/organizations/webhook-organization.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Longer than a hanging attempt takes to count as slow, and far shorter than it takes to be given up. */
const OBSERVED_MS = 4_000;
/** More than a hanging endpoint may have attempts in flight: those that wait for them would wait until the end. */
const EVENTS = 20;

describe('endpoints of one organization that begin to hang', () => {
  const receivers: Receiver[] = [];
  const owners: WebhookOrganization[] = [];
  afterEach(async () => {
    // Endpoints first, so that attempts that still hang are not retried when their receiver stops.
    await Promise.all(owners.splice(0).map((owner) => owner.clear()));
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });

  async function five(): Promise<Receiver[]> {
    const started = await Promise.all(Array.from({ length: 5 }, () => Receiver.start()));
    receivers.push(...started);
    return started;
  }

  /** Causes an event and waits until each of `by` has received it. */
  async function delivered(owner: WebhookOrganization, by: readonly Receiver[]): Promise<void> {
    const [id] = await owner.createRequests(1);
    await until(
      'every receiver to have it',
      () =>
        by.every(({ deliveries }) => deliveries.some(({ event }) => event.data['captureRequestId'] === id)),
      30_000,
      5,
    );
  }

  it('scenario 87: five of ten proven endpoints of one organization begin to hang: the healthy five receive every event while none of those attempts has been given up', async () => {
    const owner = await WebhookOrganization.create(sharedProduct().credentials);
    owners.push(owner);
    const [healthy, turning] = [await five(), await five()];
    for (const { url } of [...healthy, ...turning]) await owner.endpoint(url, ['capture_request.created']);
    // Three prompt answers prove an endpoint; the last one may still be being recorded when the next event comes.
    const proofs = 4;
    for (let proof = 0; proof < proofs; proof += 1) await delivered(owner, [...healthy, ...turning]);
    let givenUp = 0;
    const hang: Respond = (response) => void response.on('close', () => (givenUp += 1));
    for (const one of turning) one.respond = hang;
    const began = performance.now();
    let events = 0;
    while (events < EVENTS || performance.now() - began < OBSERVED_MS) {
      await delivered(owner, healthy);
      events += 1;
      expect(givenUp).toBe(0);
    }
    for (const { deliveries } of healthy) expect(deliveries).toHaveLength(proofs + events);
    // What hangs is bounded as well: four attempts each.
    for (const { deliveries } of turning) {
      expect(deliveries.length).toBeGreaterThan(proofs);
      expect(deliveries.length).toBeLessThanOrEqual(proofs + 4);
    }
  });
});
