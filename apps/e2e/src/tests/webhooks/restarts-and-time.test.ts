import type { ServerResponse } from 'node:http';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../../harness/clients/operator.js';
import { answer, Receiver, verifySignature } from '../../harness/clients/receiver.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { WebhookOrganization, type EndpointBody } from '../../harness/organizations/webhook-organization.js';
import { ListenCommand } from '../../harness/processes/listen-command.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { TestClock } from '../../harness/preloads/test-clock.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** The published retry schedule in seconds; jitter adds up to a fifth. */
const SCHEDULE_SEC = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** Only the intervals of the sweeps are changed. */
const SWEEPS = {
  CAPTURE_RETENTION_SWEEP_SEC: '1',
  CAPTURE_SESSION_SWEEP_MS: '500',
};

describe(`webhooks through restarts and time (${MODE})`, () => {
  let clock: TestClock;
  let product: Product;
  let ahead = 0;
  const receivers: Receiver[] = [];
  const owners: WebhookOrganization[] = [];
  let listening: ListenCommand | undefined;

  beforeAll(async () => {
    clock = await TestClock.create();
    product = await Product.start({ ...clock.env, ...SWEEPS });
  });
  afterEach(async () => {
    await Promise.all(owners.splice(0).map((owner) => owner.clear()));
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
    await listening?.stop();
  });
  afterAll(async () => {
    await product.remove();
    await clock.remove();
  });

  const advance = (ms: number): Promise<void> => clock.move({ all: (ahead += ms) });

  async function receiving(
    respond = answer(204),
  ): Promise<{ receiver: Receiver; owner: WebhookOrganization; endpoint: EndpointBody }> {
    const receiver = await Receiver.start(respond);
    receivers.push(receiver);
    const owner = await WebhookOrganization.create(product.credentials);
    owners.push(owner);
    return { receiver, owner, endpoint: await owner.endpoint(receiver.url, ['capture_request.created']) };
  }

  it('listen forwards events byte for byte, signed, and continues without gap or duplicate through a restart', async () => {
    const { dataDir, credentials } = product;
    const receiver = await Receiver.start();
    receivers.push(receiver);
    const fixture = await CaptureFixture.create(credentials);
    listening = ListenCommand.start(dataDir, receiver.url);
    const secret = (await listening.line('its secret', (line) => 'listening' in line)).listening?.secret;
    const close = (id: string): Promise<unknown> =>
      fixture.api.expect(200, 'POST', `/v1/capture-requests/${id}/close`);
    await close(fixture.request.id);
    const forwarded = await receiver.event('capture_request.closed');
    verifySignature(forwarded, secret ?? '');
    const sent = await fixture.receiver.event('capture_request.closed');
    expect(forwarded.body).toBe(sent.body);
    expect(forwarded.headers['webhook-id']).toBe(sent.headers['webhook-id']);

    await product.stop();
    await listening.line('the absence', (line) => 'away' in line);
    await product.up();
    const { id } = await fixture.api.post<{ id: string }>('/v1/capture-requests', {
      title: 't',
      prompt: 'p',
    });
    await close(id);
    await receiver.event('capture_request.closed', { captureRequestId: id });
    const sequences = receiver.deliveries.map(({ event }) => event.sequence ?? 0);
    expect(sequences).toEqual(sequences.map((_value, at) => (sequences[0] ?? 0) + at));
    expect(await listening.stop()).toBe(0);
    expect(listening.lines.at(-1)).toEqual({ ended: { forwarded: sequences.length } });
    await fixture.clear();
  });

  it('scenario 14: a worker killed after the 2xx and before recording it sends the same bytes under the same webhook-id again', async () => {
    let waiting: ServerResponse | undefined;
    const { receiver, owner, endpoint } = await receiving((response) => void (waiting = response));
    await owner.createRequests(1);
    const response = await until('the attempt', () => waiting);
    // Frozen before it can read the answer, then killed.
    await product.kill('webhooks', 'SIGSTOP');
    receiver.respond = answer(204);
    await new Promise<void>((resolve) => response.writeHead(204).end(resolve));
    await product.kill('webhooks');
    if (product.mode === 'standalone') {
      await product.stop();
      await product.up();
    }
    await product.ready();
    // Past the dead worker's lease.
    await advance(31 * SECOND);
    const delivery = await owner.attempted(endpoint.id, 1, 'succeeded');
    expect(receiver.webhookIds).toEqual([delivery.eventId, delivery.eventId]);
    expect(receiver.deliveries[1]?.body).toBe(receiver.deliveries[0]?.body);
    for (const sent of receiver.deliveries) verifySignature(sent, endpoint.secret);
  });

  it('an event is tried ten times over three days, by the published schedule, under one webhook-id', async () => {
    const { receiver, owner, endpoint } = await receiving(answer(500));
    await owner.createRequests(1);
    for (const [step, seconds] of SCHEDULE_SEC.entries()) {
      const { nextAttemptAt } = await owner.attempted(endpoint.id, step + 1, 'pending');
      const waitSec = (Date.parse(nextAttemptAt ?? '') - (Date.now() + ahead)) / SECOND;
      expect([step, waitSec < seconds * 1.2 + 1 && waitSec > seconds * 0.8 - 60]).toEqual([step, true]);
      await advance(seconds * 1.2 * SECOND + SECOND);
    }
    await owner.attempted(endpoint.id, 10, 'failed');
    expect(receiver.deliveries).toHaveLength(10);
    expect(new Set(receiver.webhookIds).size).toBe(1);
    expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
  });

  it('an endpoint that fails for a day is warned about, and after five days disabled, and its organization is notified', async () => {
    const { owner, endpoint } = await receiving(answer(500));
    const listener = await Receiver.start();
    receivers.push(listener);
    await owner.endpoint(listener.url, ['webhook_endpoint.disabled']);
    await owner.createRequests(1);
    await owner.attempted(endpoint.id, 1, 'pending');
    for (const [hours, reason] of [
      [25, 'failing_warning'],
      [96, 'failing'],
    ] as const) {
      await advance(hours * HOUR);
      await listener.event('webhook_endpoint.disabled', { webhookEndpointId: endpoint.id, reason });
    }
    expect(await owner.readEndpoint(endpoint.id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
    });
    expect(listener.deliveries).toHaveLength(2);
  });

  it('what time alone causes is announced: expired sessions, and media past its retention', async () => {
    const { credentials } = product;
    const clip = await makeClip(1);
    const fixture = await CaptureFixture.create(credentials);
    const delivered = (type: string, data = {}): Promise<unknown> => fixture.receiver.event(type, data);
    const { session } = await fixture.api.post<{ session: { id: string } }>('/v1/sessions');
    const take = { bytes: clip, durationSec: 1, displayName: 'Grace', releaseVersion: 'v1' };
    const submissionId = await fixture.visitor.submit(take);
    await delivered('capture_request.submission_received', { submissionId });
    await advance(25 * HOUR);
    await delivered('session.expired', { sessionId: session.id });
    const operator = new Operator(credentials);
    await operator.call('PATCH', `/orgs/${credentials.organizationId}`, { retentionDays: 1 });
    await delivered('submission.footage_expired', { submissionId });
    await delivered('recording.deleted', { reason: 'retention' });
    const { data } = await fixture.submissions();
    expect(data.find(({ id }) => id === submissionId)?.recordingId).toBeNull();
    await fixture.clear();
  });
});
