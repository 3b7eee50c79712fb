import { SEED, soak } from '@capture/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../../harness/clients/operator.js';
import { Receiver } from '../../harness/clients/receiver.js';
import { makeClip } from '../../harness/clip.js';
import { prefixIn, Fuzzer } from '../../harness/fuzzing/fuzzer.js';
import { requestsFor } from '../../harness/fuzzing/request-arbitrary.js';
import { Tenant } from '../../harness/fuzzing/tenant.js';
import { fetchDocument, operationsOf } from '../../harness/openapi/openapi.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

const REQUESTS = soak(20_000);
const TIME_LIMIT_MS = 180_000;

const credentials = sharedProduct().credentials;
const document = await fetchDocument(credentials.baseUrl);
const operations = operationsOf(document).filter(
  ({ 'x-capture': access }) => access && access.auth !== 'public',
);
const runs = Math.ceil(REQUESTS / operations.length);

describe(`${REQUESTS} requests drawn from the published document (seed ${SEED}; ${MODE})`, () => {
  let receiver: Receiver;
  let traffic: Fuzzer;
  let other: Tenant;
  let untouched: Record<string, unknown>;
  let startedAt: number;

  beforeAll(async () => {
    const operator = new Operator(credentials);
    const clip = await makeClip(1);
    receiver = await Receiver.start();
    const settle = (name: string, contacts: number): Promise<Tenant> =>
      Tenant.create(credentials.baseUrl, operator, { name, receiver: receiver.url, clip, contacts });
    const own = await settle('Caller', 60);
    other = await settle('Bystander', 3);
    untouched = await other.snapshot();
    traffic = new Fuzzer(credentials.baseUrl, document, own, other);
    startedAt = performance.now();
  });

  afterAll(async () => {
    await traffic.close();
    await receiver.stop();
  });

  it.concurrent.each(operations)(
    '$method $path: no 5xx, every answer as documented, nothing of another organization',
    async (operation) => {
      const requests = requestsFor(document, operation, (parameter) => prefixIn(operation.path, parameter));
      const property = fc.asyncProperty(requests, (plan) => traffic.run(operation, plan));
      await fc.assert(property, { numRuns: runs, seed: SEED, interruptAfterTimeLimit: TIME_LIMIT_MS });
    },
    TIME_LIMIT_MS + 30_000,
  );

  describe('afterwards', () => {
    it(`has asked ${REQUESTS} times within ${TIME_LIMIT_MS / 1000} s`, () => {
      expect(performance.now() - startedAt).toBeLessThan(TIME_LIMIT_MS);
      expect(traffic.count).toBeGreaterThanOrEqual(REQUESTS);
    });

    it("has left the other organization's objects as they were", async () => {
      expect(await other.snapshot()).toEqual(untouched);
    });
  });
});
