import { randomBytes } from 'node:crypto';
import { newId, type Principal, type Problem } from '@capture/contracts';
import { PUBLIC, keyPrincipal, memberPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
let take: Uploader;
let path: string;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
  take = new Uploader(service, REAL_TAKE);
  const { recordingId, trackId } = await take.land();
  path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
});
afterAll(() => service.stop());

async function mint(body: object = {}): Promise<DownloadUrlDto> {
  return (
    await service.call<DownloadUrlDto>('POST', path, {
      principal: keyPrincipal({ organizationId: take.organizationId }),
      body,
    })
  ).body;
}

async function get(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(service.local(url), {
    method,
    headers: { ...service.sign(PUBLIC), ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('minting a URL to play', () => {
  const playback = (): string => path.replace('/v1', '/console/api').replace('download-url', 'playback-url');
  const viewer = () =>
    memberPrincipal(keyPrincipal({ organizationId: take.organizationId }), { role: 'viewer' });

  it('is for every role: the browser shows the file, in parts or whole, and does not save it', async () => {
    for (const rendition of ['original', 'seekable'] as const) {
      const minted = await service.call<DownloadUrlDto>('POST', playback(), {
        principal: viewer(),
        body: { rendition },
      });
      expect([minted.status, minted.body.rendition, minted.body.contentType]).toEqual([
        201,
        rendition,
        'video/mp4',
      ]);
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await get(minted.body.url, { range: 'bytes=0-9' }, method);
        expect([status, headers.get('content-disposition')]).toEqual([
          206,
          expect.stringMatching(/^inline; filename="/),
        ]);
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      }
    }
  });

  it('gives no URL that can be made one to save, or the other way round', async () => {
    const { body } = await service.call<DownloadUrlDto>('POST', playback(), {
      principal: viewer(),
      body: {},
    });
    const { url } = await mint();
    for (const altered of [
      body.url.replace('disposition=inline', 'disposition=attachment'),
      body.url.replace('disposition=inline&', ''),
      `${url}&disposition=inline`,
    ])
      expect([altered, (await get(altered)).status]).toEqual([altered, 401]);
  });

  it('is not for keys, and for nothing of another organization', async () => {
    const { organizationId } = take;
    const asked = async (principal: Principal, at: string): Promise<number> =>
      (await service.call('POST', at, { principal, body: {} })).status;
    expect(await asked(keyPrincipal({ organizationId }), playback())).toBe(401);
    expect(await asked(memberPrincipal(), playback())).toBe(404);
  });
});

describe('minting a download URL', () => {
  it('is refused to test keys, other organizations, and for tracks that are not there', async () => {
    const refused = (changes: object, organizationId = take.organizationId, at = path) =>
      service.call<Problem>('POST', at, {
        principal: keyPrincipal({ organizationId, ...changes }),
        body: {},
      });
    expect(await refused({ mode: 'test' })).toMatchObject({ status: 403, body: { code: 'test_mode_scope' } });
    expect(await refused({}, newId('organization'))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await refused({}, take.organizationId, path.replace(/trk_\w+/, newId('track')))).toMatchObject({
      status: 404,
    });
  });

  it('takes 60 to 3600 seconds, 900 unless asked otherwise, and writes down who got it', async () => {
    const key = keyPrincipal({ organizationId: take.organizationId });
    const minted = await service.call<DownloadUrlDto>('POST', path, { principal: key });
    expect(minted.status).toBe(201);
    expect(Date.parse(minted.body.expiresAt) - service.clock.now().getTime()).toBeGreaterThan(890_000);
    for (const expiresInSec of [59, 3601, '900', 60.5]) {
      expect(
        await service.call<Problem>('POST', path, { principal: key, body: { expiresInSec } }),
      ).toMatchObject({
        status: 400,
        body: { field: 'expiresInSec' },
      });
    }
    const rows = await service.sql(
      'SELECT key_id, ip_address, track_id FROM download_grant WHERE key_id = $1',
      key.keyId,
    );
    expect(rows).toEqual([
      { key_id: key.keyId, ip_address: '203.0.113.7', track_id: expect.stringMatching(/^trk_/) as string },
    ]);
  });

  it('with one Idempotency-Key gives one URL', async () => {
    const key = keyPrincipal({ organizationId: take.organizationId });
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
    const first = await service.call<DownloadUrlDto>('POST', path, {
      principal: key,
      body: { expiresInSec: 60 },
      headers,
    });
    const again = await service.call<DownloadUrlDto>('POST', path, {
      principal: key,
      body: { expiresInSec: 60 },
      headers,
    });
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('answers 409 while the track is still arriving', async () => {
    const [organizationId, sessionId] = [newId('organization'), newId('session')];
    const late = new Uploader(service, REAL_TAKE, organizationId, { sessionId });
    await late.open();
    const { recordingId } = await service.send('recordings.promote_session', { organizationId, sessionId });
    const at = `/v1/recordings/${recordingId}/tracks/${late.uploadId.replace('upl_', 'trk_')}/download-url`;
    expect(
      await service.call<Problem>('POST', at, { principal: keyPrincipal({ organizationId }), body: {} }),
    ).toMatchObject({
      status: 409,
      body: { code: 'track_not_ready' },
    });
  });
});

describe('a download URL', () => {
  it('gives exactly the bytes of a range, across part boundaries too', async () => {
    const { url } = await mint();
    const size = REAL_TAKE.length;
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=8191-8192', 8191, 8192],
      ['bytes=5000-20000', 5000, 20_000],
      ['bytes=-1', size - 1, size - 1],
      [`bytes=${size - 10}-`, size - 10, size - 1],
      ['bytes=100-99999999', 100, size - 1],
    ];
    for (const [range, start, end] of cases) {
      const answer = await get(url, { range });
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(answer.bytes.equals(REAL_TAKE.subarray(start, end + 1))).toBe(true);
    }
  });

  it('answers 416 beyond the end, all bytes to a range it does not take, 304 to who has them, nothing to HEAD', async () => {
    const { url } = await mint();
    const etag = `"${sha256(REAL_TAKE)}"`;
    const beyond = await get(url, { range: `bytes=${REAL_TAKE.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${REAL_TAKE.length}`,
    ]);
    expect((await get(url, { range: 'bytes=0-1,5-6' })).status).toBe(200);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
    const head = await get(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(REAL_TAKE.length),
      0,
    ]);
  });

  it('works for its own track and time only', async () => {
    const { url } = await mint({ expiresInSec: 60 });
    const altered = [
      url.replace(/expires=\d+/, 'expires=99999999999999'),
      url.replace(/trk_\w+/, newId('track')),
      `${url}0`,
      url.replace(/signature=.*/, ''),
    ];
    for (const other of altered) expect((await get(other)).status).toBe(401);
    service.clock.advance(60);
    const late = await get(url);
    expect(late.status).toBe(401);
    expect(JSON.parse(late.bytes.toString())).toMatchObject({ code: 'link_expired' });
  });

  it('a part URL is no download URL, and the other way round', async () => {
    const grantLike = (await mint()).url.replace('/v1/media/', '/v1/uploads/').replace('?', '/parts/1?');
    const answer = await fetch(service.local(grantLike), {
      method: 'PUT',
      headers: { ...service.sign(PUBLIC), 'content-type': 'application/octet-stream' },
      body: 'x',
    });
    expect(answer.status).toBe(401);
  });
});
