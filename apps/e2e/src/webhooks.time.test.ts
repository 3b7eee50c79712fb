import type { ServerResponse } from 'node:http';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeClip } from './clip.js';
import { Listening } from './listening.js';
import { MovedClock } from './moved-clock.js';
import { Operator } from './operator.js';
import { MODE, Product } from './product.js';
import { answer, Receiver, verifySignature } from './receiver.js';
import { Scene } from './scene.js';
import { WebhookOwner, type EndpointBody } from './webhook-owner.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Waits of the published schedule, in seconds, each up to a fifth longer. */
const SCHEDULE_SEC = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** How often the sweeps look is all that is changed; what they look for comes of time. */
const SWEEPS = {
  CAPTURE_RETENTION_SWEEP_SEC: '1',
  CAPTURE_SESSION_SWEEP_MS: '500',
};

describe(`webhooks through restarts and time (${MODE})`, () => {
  let clock: MovedClock;
  let product: Product;
  let ahead = 0;
  const receivers: Receiver[] = [];
  const owners: WebhookOwner[] = [];
  let listening: Listening | undefined;

  beforeAll(async () => {
    clock = await MovedClock.make();
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
  ): Promise<{ receiver: Receiver; owner: WebhookOwner; endpoint: EndpointBody }> {
    const receiver = await Receiver.start(respond);
    receivers.push(receiver);
    const owner = await WebhookOwner.settle(product.credentials);
    owners.push(owner);
    return { receiver, owner, endpoint: await owner.endpoint(receiver.url, ['capture_request.created']) };
  }

  it('listen forwards events to the byte, signed, and goes on without gap or double through a restart', async () => {
    const { dataDir, credentials } = product;
    const receiver = await Receiver.start();
    receivers.push(receiver);
    const scene = await Scene.set(credentials);
    listening = Listening.start(dataDir, receiver.url);
    const secret = (await listening.line('its secret', (line) => 'listening' in line)).listening?.secret;
    const close = (id: string): Promise<unknown> =>
      scene.api.expect(200, 'POST', `/v1/capture-requests/${id}/close`);
    await close(scene.request.id);
    const forwarded = await receiver.event('capture_request.closed');
    verifySignature(forwarded, secret ?? '');
    const sent = await scene.receiver.event('capture_request.closed');
    expect(forwarded.body).toBe(sent.body);
    expect(forwarded.headers['webhook-id']).toBe(sent.headers['webhook-id']);

    await product.stop();
    await listening.line('the absence', (line) => 'away' in line);
    await product.up();
    const { id } = await scene.api.post<{ id: string }>('/v1/capture-requests', { title: 't', prompt: 'p' });
    await close(id);
    await receiver.event('capture_request.closed', { captureRequestId: id });
    const sequences = receiver.deliveries.map(({ event }) => event.sequence ?? 0);
    expect(sequences).toEqual(sequences.map((_value, at) => (sequences[0] ?? 0) + at));
    expect(await listening.stop()).toBe(0);
    expect(listening.lines.at(-1)).toEqual({ ended: { forwarded: sequences.length } });
    await scene.clear();
  });

  it('scenario 14: a worker killed after the 2xx and before recording it sends the same bytes under the same webhook-id again', async () => {
    let waiting: ServerResponse | undefined;
    const { receiver, owner, endpoint } = await receiving((response) => void (waiting = response));
    await owner.facts(1);
    const response = await until('the attempt', () => waiting);
    // Frozen, it cannot read the answer that is on its way to it, and then it is gone.
    await product.kill('webhooks', 'SIGSTOP');
    receiver.respond = answer(204);
    await new Promise<void>((resolve) => response.writeHead(204).end(resolve));
    await product.kill('webhooks');
    if (product.mode === 'standalone') {
      await product.stop();
      await product.up();
    }
    await product.ready();
    // The lease of the dead worker runs out.
    await advance(31 * SECOND);
    const delivery = await owner.settled(endpoint.id, 1, 'succeeded');
    expect(receiver.webhookIds).toEqual([delivery.eventId, delivery.eventId]);
    expect(receiver.deliveries[1]?.body).toBe(receiver.deliveries[0]?.body);
    for (const sent of receiver.deliveries) verifySignature(sent, endpoint.secret);
  });

  it('an event is tried ten times over three days, by the published schedule, under one webhook-id', async () => {
    const { receiver, owner, endpoint } = await receiving(answer(500));
    await owner.facts(1);
    for (const [step, seconds] of SCHEDULE_SEC.entries()) {
      const { nextAttemptAt } = await owner.settled(endpoint.id, step + 1, 'pending');
      const waitSec = (Date.parse(nextAttemptAt ?? '') - (Date.now() + ahead)) / SECOND;
      expect([step, waitSec < seconds * 1.2 + 1 && waitSec > seconds * 0.8 - 60]).toEqual([step, true]);
      await advance(seconds * 1.2 * SECOND + SECOND);
    }
    await owner.settled(endpoint.id, 10, 'failed');
    expect(receiver.deliveries).toHaveLength(10);
    expect(new Set(receiver.webhookIds).size).toBe(1);
    expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
  });

  it('an endpoint that fails for a day is warned about, and after five days disabled, which its organization is told', async () => {
    const { owner, endpoint } = await receiving(answer(500));
    const listener = await Receiver.start();
    receivers.push(listener);
    await owner.endpoint(listener.url, ['webhook_endpoint.disabled']);
    await owner.facts(1);
    await owner.settled(endpoint.id, 1, 'pending');
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

  it('what time alone brings about is told: rooms that expire, footage that runs out', async () => {
    const { credentials } = product;
    const clip = await makeClip(1);
    const scene = await Scene.set(credentials);
    const told = (type: string, data = {}): Promise<unknown> => scene.receiver.event(type, data);
    const { session } = await scene.api.post<{ session: { id: string } }>('/v1/sessions');
    const take = { bytes: clip, durationSec: 1, displayName: 'Grace', releaseVersion: 'v1' };
    const submissionId = await scene.visitor.submit(take);
    await told('capture_request.submission_received', { submissionId });
    await advance(25 * HOUR);
    await told('session.expired', { sessionId: session.id });
    const operator = new Operator(credentials.baseUrl, credentials.operatorToken);
    await operator.call('PATCH', `/orgs/${credentials.organizationId}`, { retentionDays: 1 });
    await told('submission.footage_expired', { submissionId });
    await told('recording.deleted', { reason: 'retention' });
    const { data } = await scene.submissions();
    expect(data.find(({ id }) => id === submissionId)?.recordingId).toBeNull();
    await scene.clear();
  });
});
