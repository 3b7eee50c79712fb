import { newId } from '@capture/contracts';
import { PUBLIC, keyPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_MAX_TAKE_BYTES: '1000000',
  });
});
afterAll(() => service.stop());

async function opened(
  bytes = REAL_TAKE,
  about: ConstructorParameters<typeof Uploader>[3] = {},
): Promise<Uploader> {
  const take = new Uploader(service, bytes, newId('organization'), about);
  await take.open();
  return take;
}

describe('opening', () => {
  it('again with the same values is the same upload, with others a conflict', async () => {
    const take = await opened();
    await expect(take.open()).resolves.toEqual({ partSize: take.partSize });
    const other = { ...take.opening, sizeBytes: 5 };
    await expect(service.send('recordings.open_upload', other)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses takes that are too large, empty or no MP4', async () => {
    const open = (changes: object) =>
      service.send('recordings.open_upload', { ...new Uploader(service, REAL_TAKE).opening, ...changes });
    await expect(open({ sizeBytes: 1_000_001 })).rejects.toMatchObject({ code: 'take_too_large' });
    await expect(open({ sizeBytes: 0 })).rejects.toMatchObject({ extras: { field: 'sizeBytes' } });
    await expect(open({ contentType: 'text/html' })).rejects.toMatchObject({
      extras: { field: 'contentType' },
    });
  });
});

it('a take of 4 GiB to the byte is opened and granted to its last part', async () => {
  const size = 4 * 1024 ** 3;
  const large = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_PART_SIZE_BYTES: String(8 * 1024 * 1024),
  });
  const take = new Uploader(large, REAL_TAKE, newId('organization'), { sizeBytes: size });
  await take.open();
  const last = { number: 512, size: 8 * 1024 * 1024, sha256: sha256(REAL_TAKE) };
  await expect(take.grants([last])).resolves.toMatchObject([{ number: 512, method: 'PUT' }]);
  const [row] = await large.sql('SELECT size_bytes::text AS size FROM upload WHERE id = $1', take.uploadId);
  expect(row).toEqual({ size: String(size) });
  const larger = new Uploader(large, REAL_TAKE, newId('organization'), { sizeBytes: size + 1 });
  await expect(larger.open()).rejects.toMatchObject({ code: 'take_too_large' });
  await large.stop();
});

describe('granting', () => {
  it('is refused to another organization, which learns nothing of the upload', async () => {
    const take = await opened();
    const foreign = { ...take.ref, organizationId: newId('organization') };
    await expect(
      service.send('recordings.grant_parts', { ...foreign, parts: take.parts }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.send('recordings.upload_state', foreign)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(
      service.send('recordings.complete_upload', {
        ...foreign,
        parts: [],
        merkleRoot: null,
        sha256: null,
        durationSec: 1,
        manifest: {},
        submissionId: null,
      }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await service.send('recordings.abort_upload', foreign);
    expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ phase: 'open' });
  });

  it('names stored parts as stored and makes a URL, RFC 9530 digest and expiry for the others', async () => {
    const take = await opened();
    await take.put(await take.grant(1));
    const [first, second] = await take.grants();
    expect(first).toEqual({ number: 1, stored: true });
    const digest = Buffer.from(take.parts[1]?.sha256 ?? '', 'hex').toString('base64');
    expect(second).toMatchObject({
      number: 2,
      method: 'PUT',
      headers: { 'content-digest': `sha-256=:${digest}:`, 'content-type': 'application/octet-stream' },
    });
    expect(second && 'url' in second && second.url).toMatch(
      /^http:\/\/localhost:8080\/api\/v1\/uploads\/upl_\w+\/parts\/2\?/,
    );
  });
});

describe('a part URL', () => {
  it('works for its own part only: no changed number, size, digest, time or path', async () => {
    const take = await opened();
    const [one, two] = [await take.grant(1), await take.grant(2)];
    const altered = [
      one.url.replace('/parts/1?', '/parts/2?'),
      one.url.replace(/size=\d+/, 'size=9'),
      one.url.replace(/expires=\d+/, 'expires=99999999999'),
      one.url.replace(/generation=\d+/, 'generation=99'),
      one.url.replace(/sha256=\w+/, `sha256=${sha256(take.part(2))}`),
      one.url.replace(/signature=.*/, two.url.split('signature=')[1] ?? ''),
      `${one.url}&extra=1`,
    ];
    for (const url of altered) expect((await take.put({ ...one, url })).status).toBe(401);
    expect((await take.put(one)).status).toBe(204);
  });

  it('ends after 15 minutes', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    service.clock.advance(15 * 60);
    const late = await take.put(grant);
    expect(late.status).toBe(401);
    expect(await late.json()).toMatchObject({ code: 'link_expired' });
  });

  it('takes the same bytes twice and answers the same', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    const answers = [await take.put(grant), await take.put(grant)];
    expect(answers.map((answer) => [answer.status, answer.headers.get('etag')])).toEqual([
      [204, `"${sha256(take.part(1))}"`],
      [204, `"${sha256(take.part(1))}"`],
    ]);
  });

  it('is refused without the gateway, and the media routes take no API key', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    const bare = await fetch(service.local(grant.url), {
      method: 'PUT',
      headers: grant.headers,
      body: new Uint8Array(take.part(1)),
    });
    expect(bare.status).toBe(401);
    expect(
      (
        await service.call('GET', '/v1/media/trk_x', {
          principal: keyPrincipal({ organizationId: take.organizationId }),
        })
      ).status,
    ).toBe(401);
    expect((await service.call('GET', '/v1/recordings', { principal: PUBLIC })).status).toBe(401);
  });
});

describe('completing', () => {
  it('an upload of unknown size takes the size of its parts', async () => {
    const take = await opened(REAL_TAKE, { sizeBytes: null });
    await take.sendAll();
    expect(await take.complete()).toMatchObject({
      sizeBytes: REAL_TAKE.length,
      sha256: sha256(REAL_TAKE),
      durationSec: 2,
    });
  });

  it('names what is wrong, loses nothing, and works once it is right', async () => {
    const take = await opened();
    await take.put(await take.grant(1));
    const field = (name: string) => ({ code: 'invalid_input', extras: { field: name } });
    await expect(take.complete()).rejects.toMatchObject(field('parts'));
    await take.sendAll();
    const wrong = '0'.repeat(64);
    await expect(take.complete({ sha256: wrong })).rejects.toMatchObject(field('sha256'));
    await expect(take.complete({ merkleRoot: wrong })).rejects.toMatchObject(field('merkleRoot'));
    await expect(take.complete({ manifest: { merkleRoot: wrong } })).rejects.toMatchObject(
      field('manifest.merkleRoot'),
    );
    const fragments = [{ number: 1, size: 1, sha256: wrong }];
    await expect(take.complete({ manifest: { fragments } })).rejects.toMatchObject(
      field('manifest.fragments'),
    );
    await expect(take.complete({ manifest: { devices: 'none' } })).rejects.toMatchObject(
      field('manifest.devices'),
    );
    await expect(take.complete({ manifest: { note: '\ud800' } })).rejects.toMatchObject(field('manifest'));
    await expect(take.complete({ parts: take.parts.slice(0, 1) })).rejects.toMatchObject(field('parts'));
    await expect(take.complete({ sha256: sha256(REAL_TAKE) })).resolves.toMatchObject({
      sha256: sha256(REAL_TAKE),
    });
  });

  it('keeps a real but unreadable file, with the probe saying so and the claimed length shown', async () => {
    const take = new Uploader(service, noiseTake(20_000));
    const answer = await take.land({ durationSec: 7 });
    expect(answer.durationSec).toBe(7);
    const { body } = await service.call<{ tracks: unknown[] }>(
      'GET',
      `/v1/recordings/${answer.recordingId}`,
      { principal: keyPrincipal({ organizationId: take.organizationId }) },
    );
    expect(body.tracks).toMatchObject([
      {
        state: 'available',
        codecs: null,
        durationSec: null,
        captureManifest: { server: { probe: { ok: false } } },
      },
    ]);
  });

  it('after an abort is a conflict, and nothing of the upload is left in the store', async () => {
    const take = await opened();
    await take.sendAll();
    await service.send('recordings.abort_upload', take.ref);
    await expect(take.complete()).rejects.toMatchObject({ code: 'conflict' });
    expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ phase: 'aborted' });
    await expect(take.grants()).rejects.toMatchObject({ code: 'conflict' });
    expect(await blobsOf(service, take.ref)).toEqual([]);
  });
});
