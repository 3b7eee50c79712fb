import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, hang, Receiver, type Respond } from '../../harness/clients/receiver.js';
import {
  WebhookOrganization,
  type DeliveryBody,
  type EndpointBody,
} from '../../harness/organizations/webhook-organization.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Documented limit of an attempt, body included. */
const DEADLINE_MS = 15_000;
const KIB = 1024;

/** Sends bytes as fast as possible until the connection closes. */
function flood(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

/** Sends a byte now and then, so that no idle timeout fires. */
const drip: Respond = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

// Concurrent, on the shared instance: receivers do not affect each other.
describe.concurrent('hostile receivers', () => {
  const receivers: Receiver[] = [];
  const owners: WebhookOrganization[] = [];
  afterAll(async () => {
    await Promise.all(owners.map((owner) => owner.clear()));
    await Promise.all(receivers.map((receiver) => receiver.stop()));
  });

  async function receiver(respond?: Respond): Promise<Receiver> {
    const started = await Receiver.start(respond);
    receivers.push(started);
    return started;
  }

  interface Outcome {
    owner: WebhookOrganization;
    receiver: Receiver;
    endpoint: EndpointBody;
    delivery: DeliveryBody;
    attempt: DeliveryBody['attempts'][number] | undefined;
  }

  /** Has one event delivered to a receiver and waits for the outcome of the first attempt. */
  async function deliverTo(respond: Respond): Promise<Outcome> {
    const owner = await WebhookOrganization.create(sharedProduct().credentials);
    owners.push(owner);
    const target = await receiver(respond);
    const endpoint = await owner.endpoint(target.url, ['capture_request.created']);
    await owner.createRequests(1);
    const delivery = await owner.attempted(endpoint.id, 1);
    return { owner, receiver: target, endpoint, delivery, attempt: delivery.attempts[0] };
  }

  it('scenario 1: a receiver that hangs on headers is given up at the deadline and retried', async () => {
    const { delivery, attempt } = await deliverTo(hang);
    expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String) });
    expect(attempt).toMatchObject({ status: null, error: 'timeout', responseBody: null });
    expect(attempt?.latencyMs).toBeGreaterThanOrEqual(DEADLINE_MS - 50);
  });

  it('scenario 2: of an infinite body 16 KiB are read, then the connection ends; the status counts', async () => {
    let closed = false;
    const { delivery, attempt } = await deliverTo((response) => {
      response.writeHead(200).on('close', () => (closed = true));
      flood(response, Buffer.alloc(64 * KIB, 'x'));
    });
    expect(delivery.status).toBe('succeeded');
    expect(attempt?.responseBody).toBe('x'.repeat(16 * KIB));
    await until('the connection to end', () => closed);
  });

  it('scenario 3: a dripping body does not outlast the total deadline, and is a failure', async () => {
    const { delivery, attempt } = await deliverTo(drip);
    expect(delivery.status).toBe('pending');
    expect(attempt).toMatchObject({ status: 200, error: 'timeout' });
    expect(attempt?.latencyMs).toBeGreaterThanOrEqual(DEADLINE_MS - 50);
  });

  it('scenario 4: a gzip bomb is kept as the bytes it is, never inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * KIB * KIB));
    const { delivery, attempt } = await deliverTo(answer(200, { 'content-encoding': 'gzip' }, bomb));
    expect(delivery.status).toBe('succeeded');
    expect(attempt?.responseBody?.length).toBeLessThanOrEqual(16 * KIB);
    expect(attempt?.responseBody).not.toContain('\0');
  });

  it('scenario 5: a redirect, to a metadata address or anywhere, is a failure and is not followed', async () => {
    const target = await receiver();
    const locations = ['http://169.254.169.254/latest/meta-data/', target.url];
    const redirects = locations.flatMap((location) =>
      [301, 302, 303, 307, 308].map((status) => ({ status, location })),
    );
    const outcomes = await Promise.all(
      redirects.map(({ status, location }) => deliverTo(answer(status, { location }))),
    );
    for (const [index, { delivery, attempt }] of outcomes.entries()) {
      expect(delivery.status).toBe('pending');
      expect(attempt).toMatchObject({ status: redirects[index]?.status, error: 'redirect' });
    }
    expect(target.connections).toBe(0);
  });

  it.each([
    ['a word', 'garbage'],
    ['a negative number', '-1'],
    ['a number with an exponent', '1e12'],
    ['400 digits', '9'.repeat(400)],
    ['a day that does not exist', 'Thu, 99 Foo 2026 00:00:00 GMT'],
    ['a byte that is no ASCII', '\u00ff'],
  ])(
    'scenario 10: 429 with %s as its Retry-After is retried on the usual schedule',
    async (_kind, retryAfter) => {
      const {
        owner,
        endpoint,
        receiver: target,
      } = await deliverTo((response, _delivery, index) =>
        index === 0
          ? response.writeHead(429, { 'retry-after': retryAfter }).end()
          : response.writeHead(204).end(),
      );
      await owner.attempted(endpoint.id, 2, 'succeeded');
      expect(new Set(target.webhookIds).size).toBe(1);
    },
  );

  it('scenario 10: a valid Retry-After is obeyed, up to an hour', async () => {
    for (const [asked, seconds] of [
      ['90', 90],
      ['7200', 3600],
    ] as const) {
      const before = Date.now();
      const { delivery } = await deliverTo(answer(429, { 'retry-after': asked }));
      const at = Date.parse(delivery.nextAttemptAt ?? '') - seconds * 1000;
      expect([asked, at >= before && at <= Date.now()]).toEqual([asked, true]);
    }
  });

  describe('scenario 11: an endpoint that answers 410', () => {
    let gone: Outcome;
    let other: Receiver;
    beforeAll(async () => {
      other = await receiver();
      gone = await deliverTo(answer(410));
    });

    it('is disabled at once, and is sent nothing more', async () => {
      const { owner, endpoint, delivery, receiver: target } = gone;
      expect(delivery.status).toBe('failed');
      // The endpoint is disabled right after the outcome is recorded, and by the first attempt.
      const disabled = await until('the endpoint to be disabled', async () => {
        const found = await owner.readEndpoint(endpoint.id);
        return found.status === 'disabled' ? found : undefined;
      });
      expect(disabled).toMatchObject({ disabledReason: 'gone' });
      await owner.endpoint(other.url);
      await owner.createRequests(1);
      await until('the other endpoint to receive it', () => other.deliveries.length > 0);
      const [newest] = await owner.deliveries(endpoint.id);
      expect(newest).toMatchObject({ status: 'held', attemptCount: 0 });
      expect(target.deliveries).toHaveLength(1);
    });

    it('is announced to the organization in one event', async () => {
      const { owner, endpoint } = gone;
      const notices = await until('the notice', async () => {
        const found = (await owner.events()).filter(({ type }) => type === 'webhook_endpoint.disabled');
        return found.length > 0 ? found : undefined;
      });
      expect(notices.map(({ data }) => data)).toEqual([{ webhookEndpointId: endpoint.id, reason: 'gone' }]);
    });
  });
});
