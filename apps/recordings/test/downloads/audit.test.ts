import type { ChangeMade } from '@capture/contracts';
import { keyPrincipal, memberPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

it('the audit log is told who was given the footage, and not of calls that were given none', async () => {
  const take = new Uploader(service, REAL_TAKE);
  const { recordingId, trackId } = await take.land();
  const key = keyPrincipal({ organizationId: take.organizationId });
  const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
  expect((await service.call('POST', path, { principal: { ...key, mode: 'test' }, body: {} })).status).toBe(
    403,
  );
  expect(
    (await service.call('POST', `/v1/recordings/x/tracks/y/download-url`, { principal: key, body: {} }))
      .status,
  ).toBe(404);
  const { body } = await service.call<{ url: string; expiresAt: string }>('POST', path, {
    principal: key,
    body: {},
  });
  const viewer = memberPrincipal(key, { role: 'viewer' });
  const inConsole = path.replace('/v1', '/console/api');
  expect((await service.call('POST', inConsole, { principal: viewer, body: {} })).status).toBe(403);
  const playback = inConsole.replace('download-url', 'playback-url');
  const played = await service.call<{ expiresAt: string }>('POST', playback, { principal: viewer, body: {} });
  const changes = (): ChangeMade[] =>
    service
      .eventsOf(take.organizationId)
      .filter(({ type }) => type === 'change.made')
      .map(({ data }) => data as ChangeMade);
  await until('the change', () => changes().length > 1);
  expect(changes()).toEqual([
    {
      actor: key.keyId,
      ip: '203.0.113.7',
      action: 'recording.download_url_minted',
      subject: trackId,
      detail: { recordingId, rendition: 'original', expiresAt: body.expiresAt },
    },
    {
      actor: viewer.memberId,
      ip: '203.0.113.7',
      action: 'recording.playback_url_minted',
      subject: trackId,
      detail: { recordingId, rendition: 'original', expiresAt: played.body.expiresAt },
    },
  ]);
});
