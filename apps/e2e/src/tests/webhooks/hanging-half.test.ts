import { until } from '@capture/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { hang, Receiver } from '../../harness/clients/receiver.js';
import { WebhookOrganization } from '../../harness/organizations/webhook-organization.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const BOUND_MS = 2_000;
/** Longer than a hanging attempt takes to count as slow, and shorter than it takes to be given up. */
const OBSERVED_MS = 8_000;
/** What a busy machine takes by itself is measured first. */
const ALONE_MS = 3_000;

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

  /** Causes an event and waits until each of `by` has received it. Milliseconds from the call that caused it. */
  async function delivered(owner: WebhookOrganization, by: readonly Receiver[]): Promise<number> {
    const began = performance.now();
    const [id] = await owner.createRequests(1);
    await until(
      'every receiver to have it',
      () =>
        by.every(({ deliveries }) => deliveries.some(({ event }) => event.data['captureRequestId'] === id)),
      30_000,
      5,
    );
    return performance.now() - began;
  }

  it('scenario 87: five of ten proven endpoints of one organization begin to hang: the healthy five go on receiving, nothing more than 2 s later', async () => {
    const owner = await WebhookOrganization.create(sharedProduct().credentials);
    owners.push(owner);
    const [healthy, turning] = [await five(), await five()];
    for (const { url } of [...healthy, ...turning]) await owner.endpoint(url, ['capture_request.created']);
    // Three prompt answers prove an endpoint; the last one may still be being recorded when the next event comes.
    for (let proof = 0; proof < 4; proof += 1) await delivered(owner, [...healthy, ...turning]);
    const delays = async (forMs: number): Promise<number[]> => {
      const measured: number[] = [];
      const began = performance.now();
      while (performance.now() - began < forMs) measured.push(await delivered(owner, healthy));
      return measured;
    };
    const before = await delays(ALONE_MS);
    for (const one of turning) one.respond = hang;
    const beside = await delays(OBSERVED_MS);
    const [alone, most] = [Math.max(...before), Math.max(...beside)];
    process.stdout.write(
      `87: of ${beside.length} events the slowest took ${most.toFixed(0)} ms, ${alone.toFixed(0)} before\n`,
    );
    expect(most).toBeLessThan(alone + BOUND_MS);
    for (const { deliveries } of healthy) expect(deliveries).toHaveLength(4 + before.length + beside.length);
    // What hangs is bounded as well: four attempts each, beside what was answered before.
    for (const { deliveries } of turning)
      expect(deliveries.length).toBeLessThanOrEqual(4 + before.length + 4);
  });
});
