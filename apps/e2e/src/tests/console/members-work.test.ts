import { until } from '@capture/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { Api, type ProblemBody } from '../../harness/clients/api.js';
import type { ConsoleApi } from '../../harness/clients/console-api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent, sha256 } from '../../harness/clients/respondent.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import { makeClip } from '../../harness/clip.js';
import {
  RELEASE_TEXT,
  type CaptureRequestBody,
  type PageBody,
  type RecordingBody,
  type SubmissionBody,
} from '../../harness/organizations/capture-fixture.js';
import { Members, type SignedInAs } from '../../harness/organizations/members.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface Entry {
  actor: string;
  action: string;
  subject: string;
}

describe(`what members do in the console (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const members = new Members(operator, baseUrl);
  let organizationId: string;
  let producer: SignedInAs;
  let viewer: SignedInAs;

  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Console');
    producer = await members.add(organizationId, 'producer');
    viewer = await members.add(organizationId, 'viewer');
  });

  async function answered<T>(
    status: number,
    as: ConsoleApi,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const answer = await as.call<T>(method, path, body === undefined ? {} : { body });
    expect([method, path, answer.status]).toEqual([method, path, status]);
    return answer.body;
  }

  const auditOf = async (): Promise<Entry[]> =>
    (await operator.call<{ data: Entry[] }>('GET', `/orgs/${organizationId}/audit-log?limit=100`)).data;

  it('a producer asks, somebody answers, and both producer and viewer see and play the answer; only one downloads and deletes it', async () => {
    const { api } = producer;
    const asked = {
      title: 'By hand',
      prompt: 'How was it?',
      openLink: true,
      release: { required: true, text: RELEASE_TEXT },
    };
    const draft = await answered<CaptureRequestBody>(201, api, 'POST', '/capture-requests', asked);
    const at = `/capture-requests/${draft.id}`;
    const request = await answered<CaptureRequestBody>(200, api, 'PATCH', at, { status: 'active' });
    expect([draft.status, request.status]).toEqual(['draft', 'active']);
    const contacts = [{ email: 'ada@example.org', name: 'Ada' }];
    const roster = await answered<PageBody<{ id: string; link: string }>>(
      201,
      api,
      'POST',
      `${at}/contacts`,
      { contacts },
    );
    const respondent = new Respondent(new Api(baseUrl), accessOf(roster.data[0]?.link ?? ''));
    const bytes = await makeClip(1);
    const submissionId = await respondent.submit({ bytes, durationSec: 1, releaseVersion: 'v1' });

    const { data } = await answered<PageBody<SubmissionBody>>(200, api, 'GET', `${at}/submissions`);
    expect(data).toMatchObject([{ id: submissionId, displayName: 'Ada', consent: { text: RELEASE_TEXT } }]);
    await answered(200, viewer.api, 'GET', `${at}/submissions/${submissionId}/evidence`);
    const recording = await until('the track to be available', async () => {
      const read = await answered<RecordingBody>(
        200,
        viewer.api,
        'GET',
        `/recordings/${data[0]?.recordingId}`,
      );
      return read.tracks[0]?.state === 'available' ? read : undefined;
    });
    const trackId = recording.tracks[0]?.id ?? '';
    const track = `/recordings/${recording.id}/tracks/${trackId}`;
    for (const { api: as } of [producer, viewer]) {
      const { url } = await answered<{ url: string }>(201, as, 'POST', `${track}/playback-url`, {});
      const file = await fetch(url, { headers: { range: 'bytes=0-' } });
      expect([file.status, file.headers.get('content-disposition')]).toEqual([
        206,
        expect.stringMatching(/^inline;/),
      ]);
      expect(sha256(new Uint8Array(await file.arrayBuffer()))).toBe(sha256(bytes));
      // Signed by us or by the object store: neither takes it for the other.
      const saved = await fetch(url.replace('inline', 'attachment'));
      expect([401, 403]).toContain(saved.status);
    }
    const { url } = await answered<{ url: string }>(201, api, 'POST', `${track}/download-url`, {});
    expect((await fetch(url)).headers.get('content-disposition')).toMatch(/^attachment;/);
    const refused = await answered<ProblemBody>(403, viewer.api, 'POST', `${track}/download-url`, {});
    expect(refused).toMatchObject({
      code: 'insufficient_role',
      action: 'media.download',
      requiredRole: 'producer',
    });

    await answered(403, viewer.api, 'DELETE', `/recordings/${recording.id}`);
    const receipt = await answered(202, api, 'DELETE', `/recordings/${recording.id}`);
    expect(receipt).toMatchObject({ recordingId: recording.id, deletedBy: producer.id });
    const repeated = await answered(202, api, 'DELETE', `${at}/submissions/${submissionId}`);
    expect(repeated).toEqual(receipt);

    const expected = [
      [producer.id, 'recording.deleted', recording.id],
      [producer.id, 'capture_request.created', draft.id],
      [producer.id, 'capture_request.changed', draft.id],
      [producer.id, 'contacts.added', draft.id],
      [producer.id, 'recording.playback_url_minted', trackId],
      [viewer.id, 'recording.playback_url_minted', trackId],
      [producer.id, 'recording.download_url_minted', trackId],
    ];
    await until('the audit log to name the members', async () => {
      const entries = (await auditOf()).map(({ actor, action, subject }) => [actor, action, subject].join());
      return expected.every((entry) => entries.includes(entry.join()));
    });
  });

  it('shows links of requests to those who may manage them, and to no viewer', async () => {
    const asked = { title: 'Links', prompt: 'Whose?', status: 'active', openLink: true };
    const { id, openLink } = await answered<CaptureRequestBody>(
      201,
      producer.api,
      'POST',
      '/capture-requests',
      asked,
    );
    expect(openLink?.url).toMatch(/\?k=/);
    const contacts = [{ email: 'ada@example.org', name: 'Ada' }];
    await answered(201, producer.api, 'POST', `/capture-requests/${id}/contacts`, { contacts });
    for (const path of [
      `/capture-requests/${id}`,
      '/capture-requests?limit=100',
      `/capture-requests/${id}/contacts`,
    ]) {
      expect(JSON.stringify(await answered(200, producer.api, 'GET', path))).toContain('?k=');
      expect(JSON.stringify(await answered(200, viewer.api, 'GET', path))).not.toContain('?k=');
    }
  });

  it('whoever opens a room is its host; other producers neither invite to it nor end it, and admins do', async () => {
    const { session, hostToken } = await answered<OpenedRoom>(201, producer.api, 'POST', '/sessions');
    const at = `/sessions/${session.id}`;
    await answered(201, producer.api, 'POST', `${at}/host`, { displayName: 'Grace' });
    const other = await members.add(organizationId, 'producer');
    const admin = await members.add(organizationId, 'admin');
    for (const [method, path] of [
      ['POST', `${at}/invites`],
      ['POST', `${at}/end`],
    ] as const) {
      const refused = await answered<ProblemBody>(403, other.api, method, path);
      expect(refused).toMatchObject({
        code: 'insufficient_role',
        action: 'rooms.end_any',
        requiredRole: 'admin',
      });
    }
    const { inviteId } = await answered<{ inviteId: string }>(201, admin.api, 'POST', `${at}/invites`);
    await answered(403, other.api, 'DELETE', `${at}/invites/${inviteId}`);
    await answered(204, producer.api, 'DELETE', `${at}/invites/${inviteId}`);
    await answered(201, other.api, 'POST', `${at}/host`, { displayName: 'Joan', hostToken });
    await answered(201, other.api, 'POST', `${at}/invites`);
    expect(await answered(200, viewer.api, 'GET', at)).toMatchObject({ status: 'open', participantCount: 2 });
    expect(await answered(200, admin.api, 'POST', `${at}/end`)).toMatchObject({ alreadyClosed: false });
  });

  it('webhooks and events are for admins: one manages an endpoint, a producer sees none of it', async () => {
    const { api } = await members.add(organizationId, 'admin');
    const url = 'http://127.0.0.1:9/hook';
    const endpoint = await answered<{ id: string; secret: string }>(201, api, 'POST', '/webhook-endpoints', {
      url,
    });
    expect(endpoint).toMatchObject({ mode: 'live', secret: expect.stringMatching(/^whsec_/) as string });
    const at = `/webhook-endpoints/${endpoint.id}`;
    const delivery = await answered<{ id: string }>(202, api, 'POST', `${at}/test`);
    await answered(200, api, 'GET', `${at}/deliveries/${delivery.id}`);
    for (const path of ['/webhook-endpoints', at, `${at}/deliveries`, '/events', '/event-types'])
      expect(await answered(403, producer.api, 'GET', path)).toMatchObject({ code: 'insufficient_role' });
    await answered(204, api, 'DELETE', at);
  });
});
