import { keyPrincipal, memberPrincipal } from '@capture/service-testing';
import { S3Server } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { uploadPrefix } from '../../src/store/object-keys.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

let server: S3Server;
let service: RecordingsUnderTest;
beforeAll(async () => {
  server = await S3Server.start({ minPartBytes: 1 });
  const settings = { ...server.serviceEnv, CAPTURE_S3_MIN_PART_BYTES: '1' };
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), settings);
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

describe('a download URL of a store that clients reach', () => {
  it("leads to the store, gives ranges as an attachment of the file's name and type, and is written down", async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId, trackId } = await take.land();
    const key = keyPrincipal({ organizationId: take.organizationId });
    const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
    const { body } = await service.call<DownloadUrlDto>('POST', path, {
      principal: key,
      body: { expiresInSec: 60 },
    });
    expect(new URL(body.url).origin).toBe(server.settings.endpoint);
    expect(body.sha256).toBe(sha256(REAL_TAKE));
    const answer = await fetch(body.url, { headers: { range: 'bytes=100-200' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${body.fileName}"`);
    expect(answer.headers.get('content-type')).toBe(body.contentType);
    expect(Buffer.from(await answer.arrayBuffer()).equals(REAL_TAKE.subarray(100, 201))).toBe(true);
    const altered = [
      body.url.replace('attachment', 'inline'),
      body.url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      body.url.replace(uploadPrefix(take.organizationId, take.uploadId), 'other/'),
    ];
    for (const url of altered) expect((await fetch(url)).status).toBe(403);
    const rows = await service.sql('SELECT track_id FROM download_grant WHERE key_id = $1', key.keyId);
    expect(rows).toEqual([{ track_id: trackId }]);
  });

  it('to play leads to the store as well, which has the file shown and not saved', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId, trackId } = await take.land();
    const viewer = memberPrincipal(keyPrincipal({ organizationId: take.organizationId }), { role: 'viewer' });
    const path = `/console/api/recordings/${recordingId}/tracks/${trackId}/playback-url`;
    for (const rendition of ['original', 'seekable']) {
      const { body } = await service.call<DownloadUrlDto>('POST', path, {
        principal: viewer,
        body: { rendition },
      });
      expect(new URL(body.url).origin).toBe(server.settings.endpoint);
      const answer = await fetch(body.url, { headers: { range: 'bytes=0-9' } });
      expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
        206,
        `inline; filename="${body.fileName}"`,
      ]);
      expect((await fetch(body.url.replace('inline', 'attachment'))).status).toBe(403);
    }
  });
});
