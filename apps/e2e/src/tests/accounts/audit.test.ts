import { until } from '@capture/testing';
import { expect, it } from 'vitest';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface Entry {
  at: string;
  actor: string;
  ip: string;
  action: string;
  subject: string;
}

it(`the audit log says who did what to contacts, links, endpoints and media, in whatever service (${MODE})`, async () => {
  const operator = new Operator(sharedProduct().credentials);
  const organizationId = await operator.organization('platform', 'Audited');
  const { id: keyId, key } = await operator.key(organizationId);
  const fixture = await CaptureFixture.withKey(sharedProduct().credentials.baseUrl, key);
  const { api, request, contact } = fixture;
  const since = new Date().toISOString();

  const open = new Respondent(api, accessOf(request.openLink?.url ?? ''));
  const take = { bytes: await makeClip(1), durationSec: 1, displayName: 'Ada', releaseVersion: 'v1' };
  const submissionId = await open.submit(take);
  const recordingId = await until('the recording', async () => {
    const { data } = await fixture.submissions();
    return data.find(({ id }) => id === submissionId)?.recordingId ?? undefined;
  });
  const trackId = (await fixture.recording(recordingId)).tracks[0]?.id ?? '';
  await fixture.download(recordingId, trackId);
  await api.expect(202, 'DELETE', `/v1/capture-requests/${request.id}/submissions/${submissionId}`);
  const at = `/v1/capture-requests/${request.id}`;
  await api.expect(200, 'POST', `${at}/contacts/${contact.id}/rotate-link`);
  await api.expect(200, 'POST', `${at}/rotate-open-link`);
  await api.expect(204, 'DELETE', `${at}/contacts/${contact.id}`);
  await api.expect(200, 'POST', `${at}/close`);
  await fixture.clear();

  const expected = [
    ['capture_request.created', request.id],
    ['contacts.added', request.id],
    ['recording.download_url_minted', trackId],
    ['recording.deleted', recordingId],
    ['contact.link_rotated', contact.id],
    ['capture_request.open_link_rotated', request.id],
    ['contact.removed', contact.id],
    ['capture_request.closed', request.id],
  ];
  const log = (): Promise<{ data: Entry[] }> =>
    operator.call('GET', `/orgs/${organizationId}/audit-log?limit=100`);
  const entries = await until('every change to be in the log', async () => {
    const { data } = await log();
    const found = data.filter(({ action }) => /^(capture_request|contact|contacts|recording)\./.test(action));
    const deleted = data.some(({ action }) => action === 'webhook_endpoint.deleted');
    return deleted && found.length >= expected.length ? found : undefined;
  });
  expect(entries.map(({ action, subject }) => [action, subject]).sort()).toEqual(expected.sort());
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([keyId]));
  for (const { ip } of entries) expect(ip).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
  const removed = entries.find(({ action }) => action === 'contact.removed');
  expect(Date.parse(removed?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(since));
  const text = JSON.stringify(await log());
  const keys = [contact.link, request.openLink?.url ?? ''].map((link) => accessOf(link).key);
  for (const secret of [...keys, fixture.secret, 'ada@example.org']) expect(text).not.toContain(secret);
  const { data: events } = await api.get<{ data: { type: string }[] }>('/v1/events?limit=100');
  expect(events.map(({ type }) => type)).not.toContain('change.made');
});
