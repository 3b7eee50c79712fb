import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { answer, Receiver, type Respond } from '../fixtures/receiver.js';
import { closedEvent, WebhooksUnderTest, type Organization } from '../fixtures/webhooks-under-test.js';

const TIMEOUT_MS = 2000;
const KIB = 1024;

/** Sends the head, then bytes for as long as the connection lives, as fast as it takes them. */
function flood(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

/** A byte now and then: every idle timeout would be satisfied. */
const drip: Respond = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 50);
  response.on('close', () => clearInterval(timer));
};

describe('hostile receivers', () => {
  let under: WebhooksUnderTest;
  let organization: Organization;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    under = await WebhooksUnderTest.start(inject('postgresAdminUrl'), {
      CAPTURE_WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS),
    });
  });
  afterEach(async () => void (await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()))));
  afterAll(() => under.stop());

  async function deliverTo(respond: Respond) {
    const receiver = await Receiver.start(respond);
    receivers.push(receiver);
    organization = under.organization();
    const { id } = await organization.endpoint(receiver.url);
    await under.hears(closedEvent(organization.id));
    const delivery = await organization.settled(id, 1);
    return { receiver, id, delivery, attempt: delivery.attempts[0] };
  }

  it('a receiver that hangs on headers is given up at the deadline and tried again (scenario 1)', async () => {
    const { delivery, attempt } = await deliverTo(() => undefined);
    expect(delivery.status).toBe('pending');
    expect(attempt).toMatchObject({ status: null, error: 'timeout', responseBody: null });
    expect(attempt?.latencyMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
    expect(attempt?.latencyMs).toBeLessThan(TIMEOUT_MS + 5_000);
  });

  it('of an infinite body 16 KiB are read, then the connection ends; the status counts (scenario 2)', async () => {
    let closed = false;
    const { delivery, attempt } = await deliverTo((_request, response) => {
      response.writeHead(200).on('close', () => (closed = true));
      flood(response, Buffer.alloc(64 * KIB, 'x'));
    });
    expect(delivery.status).toBe('succeeded');
    expect(attempt?.responseBody).toBe('x'.repeat(16 * KIB));
    await until('the connection to end', () => closed);
  });

  it('a dripping body does not outlast the total deadline, and is a failure (scenario 3)', async () => {
    const { delivery, attempt } = await deliverTo(drip);
    expect(delivery.status).toBe('pending');
    expect(attempt).toMatchObject({ status: 200, error: 'timeout' });
    expect(attempt?.latencyMs).toBeLessThan(TIMEOUT_MS + 5_000);
  });

  it('a gzip bomb is kept as the bytes it is, never inflated (scenario 4)', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * KIB * KIB));
    const { delivery, attempt } = await deliverTo(
      answer(200, { 'content-encoding': 'gzip' }, bomb.toString('latin1')),
    );
    expect(delivery.status).toBe('succeeded');
    expect(attempt?.responseBody?.length).toBeLessThanOrEqual(16 * KIB);
    expect(attempt?.responseBody).not.toContain('\0');
  });

  it('a redirect, to a metadata address or anywhere, is a failure and is not followed (scenario 5)', async () => {
    const target = await Receiver.start();
    receivers.push(target);
    for (const location of ['http://169.254.169.254/latest/meta-data/', target.url]) {
      for (const status of [301, 302, 303, 307, 308]) {
        const { delivery, attempt } = await deliverTo(answer(status, { location }));
        expect(delivery.status).toBe('pending');
        expect(attempt).toMatchObject({ status, error: 'redirect' });
      }
    }
    expect(target.connections).toBe(0);
  });

  it.each(['garbage', '-1', '1e12', '9'.repeat(400), 'Thu, 99 Foo 2026 00:00:00 GMT', '\u00ff'])(
    '429 with the garbage Retry-After %j is retried on the usual schedule (scenario 10)',
    async (retryAfter) => {
      const { delivery } = await deliverTo(answer(429, { 'retry-after': retryAfter }));
      const waitMs = Date.parse(delivery.nextAttemptAt ?? '') - under.clock.now().getTime();
      expect(waitMs).toBeLessThan(6100);
      expect(waitMs).toBeGreaterThan(0);
    },
  );

  it('429 with a good Retry-After waits that long, at most an hour (scenario 10)', async () => {
    for (const [asked, seconds] of [
      ['90', 90],
      ['7200', 3600],
    ] as const) {
      const { delivery } = await deliverTo(answer(429, { 'retry-after': asked }));
      const waitSec = (Date.parse(delivery.nextAttemptAt ?? '') - under.clock.now().getTime()) / 1000;
      expect(Math.abs(waitSec - seconds)).toBeLessThan(5);
    }
  });

  it('a body of bytes that are no text, NUL among them, is kept readable', async () => {
    const { attempt } = await deliverTo((_request, response) =>
      response.writeHead(500).end(Buffer.from([0, 255, 65])),
    );
    expect(attempt?.responseBody).toBe('\uFFFD\uFFFDA');
  });

  it('endless headers and a broken protocol are failures, not crashes', async () => {
    const broken = await deliverTo((_request, response) => response.socket?.end('not HTTP at all\r\n\r\n'));
    expect(broken.attempt).toMatchObject({ status: null, error: 'protocol' });
    const cut = await deliverTo((_request, response) => response.socket?.destroy());
    expect(cut.attempt).toMatchObject({ status: null, error: 'connection' });
    const headers = await deliverTo((_request, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(64 * KIB) }).end(),
    );
    expect(headers.attempt?.error).not.toBeNull();
  });
});
