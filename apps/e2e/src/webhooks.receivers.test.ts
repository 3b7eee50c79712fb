import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { answer, hang, Receiver, type Respond } from './receiver.js';
import { WebhookOwner, type DeliveryBody, type EndpointBody } from './webhook-owner.js';

/** As the guide says: an attempt has 15 seconds, body included. */
const DEADLINE_MS = 15_000;
const KIB = 1024;

/** Bytes for as long as the connection lives, as fast as it takes them. */
function flood(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

/** A byte now and then: every idle timeout is satisfied. */
const drip: Respond = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
};

// At once, on the instance that the other suites use: what one receiver does is nothing to another.
describe.concurrent('hostile receivers', () => {
  const receivers: Receiver[] = [];
  const owners: WebhookOwner[] = [];
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
    owner: WebhookOwner;
    receiver: Receiver;
    endpoint: EndpointBody;
    delivery: DeliveryBody;
    attempt: DeliveryBody['attempts'][number] | undefined;
  }

  /** Has one fact delivered to a receiver and waits for what came of the first attempt. */
  async function deliverTo(respond: Respond): Promise<Outcome> {
    const owner = await WebhookOwner.settle(inject('credentials'));
    owners.push(owner);
    const target = await receiver(respond);
    const endpoint = await owner.endpoint(target.url, ['capture_request.created']);
    await owner.facts(1);
    const delivery = await owner.settled(endpoint.id, 1);
    return { owner, receiver: target, endpoint, delivery, attempt: delivery.attempts[0] };
  }

  it('scenario 1: a receiver that hangs on headers is given up at the deadline and tried again', async () => {
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
      await owner.settled(endpoint.id, 2, 'succeeded');
      expect(new Set(target.webhookIds).size).toBe(1);
    },
  );

  it('scenario 10: a good Retry-After is kept to, but for no more than an hour', async () => {
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
    let told: Receiver;
    beforeAll(async () => {
      told = await receiver();
      gone = await deliverTo(answer(410));
    });

    it('is disabled at once, and is sent nothing more', async () => {
      const { owner, endpoint, delivery, receiver: target } = gone;
      expect(delivery.status).toBe('failed');
      expect(await owner.readEndpoint(endpoint.id)).toMatchObject({
        status: 'disabled',
        disabledReason: 'gone',
      });
      await owner.endpoint(told.url);
      await owner.facts(1);
      await until('the other endpoint to be told', () => told.deliveries.length > 0);
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
