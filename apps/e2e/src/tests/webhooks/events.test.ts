import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@capture/testing';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../../harness/clients/api.js';
import { answer, Receiver, verifySignature } from '../../harness/clients/receiver.js';
import { accessOf, Respondent } from '../../harness/clients/respondent.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { makeClip } from '../../harness/clip.js';
import { RELEASE_TEXT, type CaptureRequestBody } from '../../harness/organizations/capture-fixture.js';
import { WebhookOrganization, type EndpointBody } from '../../harness/organizations/webhook-organization.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Types caused by failures or time; other files test them. */
const ELSEWHERE = [
  'recording.track_stranded',
  'session.expired',
  'session.promotion_failed',
  'submission.footage_expired',
];
const EMAIL = 'ada.canary@example.org';

interface EventType {
  type: string;
  schema: object;
}

describe('the events of an organization', () => {
  let owner: WebhookOrganization;
  let receiver: Receiver;
  let endpoint: EndpointBody;
  /** Issued keys and tokens, which no event or log may contain. */
  const secrets: string[] = [];
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    owner = await WebhookOrganization.create(sharedProduct().credentials);
    receiver = await Receiver.start();
    endpoint = await owner.endpoint(receiver.url);
    receivers.push(receiver);
    secrets.push(endpoint.secret, await owner.key('read'), await owner.key('write'));
    await requests();
    await sessions();
    await endpoints();
  });

  afterAll(async () => {
    await owner.clear();
    await Promise.all(receivers.map((one) => one.stop()));
  });

  /** A request from draft to deletion, with two takes of one person. */
  async function requests(): Promise<void> {
    const api = await owner.writes();
    const clip = await makeClip(1);
    const request = await api.post<CaptureRequestBody>('/v1/capture-requests', {
      title: 'All of it',
      prompt: 'Why?',
      openLink: true,
      release: { required: true, text: RELEASE_TEXT },
      metadata: { order: 7 },
    });
    const path = `/v1/capture-requests/${request.id}`;
    await api.expect(200, 'PATCH', path, { body: { status: 'active' } });
    const contacts = [{ email: EMAIL, name: 'Ada' }];
    const roster = await api.post<{ data: { link: string }[] }>(`${path}/contacts`, { contacts });
    for (const link of [roster.data[0]?.link, request.openLink?.url]) secrets.push(accessOf(link ?? '').key);
    const visitor = new Respondent(new Api(api.baseUrl), accessOf(request.openLink?.url ?? ''));
    const take = {
      bytes: clip,
      durationSec: 1,
      displayName: 'Grace',
      releaseVersion: 'v1',
      respondentId: randomUUID(),
    };
    await visitor.submit(take);
    await visitor.submit(take);
    await receiver.event('submission.replaced');
    await api.expect(200, 'POST', `${path}/close`);
    await receiver.event('capture_request.closed');
    await api.expect(204, 'DELETE', path);
  }

  async function sessions(): Promise<void> {
    const api = await owner.writes();
    const opened = await api.post<OpenedRoom>('/v1/sessions');
    const guest = await RoomParticipant.guest(api, opened.joinUrl, opened.session.id, 'Grace');
    secrets.push(opened.inviteToken, opened.hostToken, guest.joined.participantToken);
    await api.expect(200, 'POST', `/v1/sessions/${opened.session.id}/end`);
  }

  async function endpoints(): Promise<void> {
    const gone = await Receiver.start(answer(410));
    receivers.push(gone);
    await owner.endpoint(gone.url, ['capture_request.created']);
    await owner.createRequests(1);
    await receiver.event('webhook_endpoint.disabled');
    await (await owner.writes()).expect(202, 'POST', `/v1/webhook-endpoints/${endpoint.id}/test`);
    await receiver.event('ping');
  }

  it('report everything that calls cause, each in its published schema, signed, once', async () => {
    const api = await owner.reads();
    const { data: types } = await api.get<{ data: EventType[] }>('/v1/event-types');
    const expected = types.map(({ type }) => type).filter((type) => !ELSEWHERE.includes(type));
    const seen = (): Set<string> => new Set(receiver.deliveries.map(({ event }) => event.type));
    await until('every type', () => expected.every((type) => seen().has(type)), 60_000);
    expect([...seen()].toSorted()).toEqual(expected.toSorted());
    expect(types).toHaveLength(expected.length + ELSEWHERE.length);

    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    const schemas = new Map(types.map(({ type, schema }) => [type, ajv.compile(schema)]));
    for (const delivery of receiver.deliveries) {
      verifySignature(delivery, endpoint.secret);
      const fits = schemas.get(delivery.event.type);
      expect([delivery.event.type, fits?.(delivery.event), fits?.errors]).toEqual([
        delivery.event.type,
        true,
        null,
      ]);
      expect(delivery.event.id).toBe(delivery.headers['webhook-id']);
      expect(delivery.event.organizationId).toBe(owner.organizationId);
      expect(Buffer.byteLength(delivery.body)).toBeLessThan(20_000);
    }
    expect(new Set(receiver.webhookIds).size).toBe(receiver.deliveries.length);
  });

  it('are all in the log as sent, in a sequence without gaps; pings are not', async () => {
    const log = await until('the log to be delivered', async () => {
      const events = await owner.events();
      return events.every(({ id }) => receiver.webhookIds.includes(id)) ? events : undefined;
    });
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_event, at) => at + 1));
    const sent = new Map(receiver.deliveries.map(({ event }) => [event.id, event]));
    for (const event of log) expect(event).toEqual(sent.get(event.id));
    const [ping, ...more] = receiver.deliveries.filter(({ event }) => event.type === 'ping');
    expect([ping?.event.sequence, more.length, sent.size]).toEqual([null, 0, log.length + 1]);
    const one = await (await owner.reads()).get(`/v1/events/${log[0]?.id}`);
    expect(one).toEqual(log[0]);
  });

  it('hold no link, key, token or address of a person, and no log holds a key, token or signing secret', async () => {
    expect(secrets.every((secret) => secret.length > 20)).toBe(true);
    for (const { body } of receiver.deliveries)
      for (const hidden of [...secrets, EMAIL, '127.0.0.1', '?k=']) expect(body).not.toContain(hidden);
    const log = await readFile(join(sharedProduct().dataDir, 'capture.log'), 'utf8');
    expect(log.length).toBeGreaterThan(1000);
    for (const secret of secrets) expect(log).not.toContain(secret);
    expect(log).not.toContain('whsec_');
  });
});
