import { readFileSync } from 'node:fs';
import { newId, type Page, type Problem, type PublicJwk, type Signature } from '@capture/contracts';
import { verifySigned } from '@capture/platform';
import { PUBLIC, keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

interface Recording {
  id: string;
  status: string;
  durationSec: number;
  captureRequestId: string;
  tracks: {
    id: string;
    state: string;
    codecs: string;
    durationSec: number;
    width: number;
    height: number;
    captureManifest: { signature: Signature };
  }[];
}

interface Timeline {
  tracks: { children: { kind: string; children: object[] }[] };
}

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

async function landed(): Promise<{ take: Uploader; recording: Recording }> {
  const take = new Uploader(service, REAL_TAKE);
  const { recordingId } = await take.land();
  const { body } = await service.call<Recording>('GET', `/v1/recordings/${recordingId}`, {
    principal: keyPrincipal({ organizationId: take.organizationId }),
  });
  return { take, recording: body };
}

async function downloadUrl(organizationId: string, recording: Recording): Promise<DownloadUrlDto> {
  const path = `/v1/recordings/${recording.id}/tracks/${recording.tracks[0]?.id}/download-url`;
  const { status, body } = await service.call<DownloadUrlDto>('POST', path, {
    principal: keyPrincipal({ organizationId }),
    body: {},
  });
  expect(status).toBe(201);
  return body;
}

describe('a real take from upload to download', () => {
  it('comes out byte for byte as it went in, with what the probe saw in it', async () => {
    const { take, recording } = await landed();
    expect(recording).toMatchObject({
      status: 'complete',
      durationSec: 2,
      expectedTrackCount: 1,
      sessionId: null,
    });
    expect(recording.tracks).toMatchObject([
      {
        kind: 'camera',
        state: 'available',
        codecs: 'avc1.42d00b,opus',
        width: 160,
        height: 90,
        audioPreSkipMs: 6.5,
        sizeBytes: REAL_TAKE.length,
        sha256: sha256(REAL_TAKE),
        startOffsetMs: 0,
        gaps: [],
      },
    ]);
    const minted = await downloadUrl(take.organizationId, recording);
    expect(minted).toMatchObject({
      contentType: 'video/mp4',
      sizeBytes: REAL_TAKE.length,
      sha256: sha256(REAL_TAKE),
    });
    const answer = await fetch(service.local(minted.url), { headers: service.sign(PUBLIC) });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(REAL_TAKE)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': `attachment; filename="${minted.fileName}"`,
      'content-length': String(REAL_TAKE.length),
      'x-content-type-options': 'nosniff',
      etag: `"${sha256(REAL_TAKE)}"`,
    });
  });

  it('lies in a timeline for editors under the name of its download', async () => {
    const { take, recording } = await landed();
    const { body } = await service.call<Timeline>('GET', `/v1/recordings/${recording.id}/timeline`, {
      principal: keyPrincipal({ organizationId: take.organizationId }),
    });
    const { fileName } = await downloadUrl(take.organizationId, recording);
    const clips = body.tracks.children.map(({ kind, children }) => [kind, children]);
    const clip = { OTIO_SCHEMA: 'Clip.1', media_reference: { target_url: fileName } };
    expect(clips).toMatchObject([
      ['Video', [clip]],
      ['Audio', [{ ...clip, source_range: { start_time: { value: 6.5 } } }]],
    ]);
  });

  it('states recording.created, track_available and completed, once each', async () => {
    const { take, recording } = await landed();
    await take.complete();
    await until('the events', () => service.eventsOf(take.organizationId).length >= 3);
    const events = service.eventsOf(take.organizationId).map(({ type, data }) => ({ type, data }));
    const ids = { recordingId: recording.id, captureRequestId: recording.captureRequestId };
    expect(events).toMatchObject([
      { type: 'recording.created', data: { ...ids, status: 'complete' } },
      {
        type: 'recording.track_available',
        data: {
          ...ids,
          trackId: recording.tracks[0]?.id,
          kind: 'camera',
          durationSec: Math.round(recording.tracks[0]?.durationSec ?? -1),
          sizeBytes: REAL_TAKE.length,
        },
      },
      { type: 'recording.completed', data: ids },
    ]);
  });

  it('carries a manifest whose signature anybody checks with the published key', async () => {
    const { recording } = await landed();
    const { body } = await service.call<{ keys: PublicJwk[] }>('GET', '/.well-known/capture-keys.json', {
      principal: PUBLIC,
    });
    const manifest = recording.tracks[0]?.captureManifest;
    expect(manifest && verifySigned(manifest, body.keys)).toBe(true);
    const altered = { ...manifest, merkleRoot: '0'.repeat(64) } as { signature: Signature };
    expect(verifySigned(altered, body.keys)).toBe(false);
  });

  it('carries a manifest that fits the published schema, as does one of the least a client may say', async () => {
    const schema = JSON.parse(
      readFileSync(new URL('../../../../docs/api/capture-manifest.schema.json', import.meta.url), 'utf8'),
    ) as object;
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const take = new Uploader(service, REAL_TAKE);
    const { recordingId } = await take.land({ manifest: {} });
    const { body } = await service.call<Recording>('GET', `/v1/recordings/${recordingId}`, {
      principal: keyPrincipal({ organizationId: take.organizationId }),
    });
    for (const recording of [body, (await landed()).recording]) {
      expect(validate(recording.tracks[0]?.captureManifest), JSON.stringify(validate.errors)).toBe(true);
    }
    expect(validate({ ...body.tracks[0]?.captureManifest, signature: undefined })).toBe(false);
  });

  it('is listed with a summary of its manifest, however large that is, and read with the whole of it', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const interruptions = Array.from({ length: 1000 }, () => ({
      type: 'x'.repeat(120),
      atMs: 1,
      durationMs: 2,
    }));
    const said = { sdk: { name: 'sdk', version: '1' }, platform: 'p', startedAt: '2026-01-31T12:00:00.000Z' };
    const { recordingId } = await take.land({
      manifest: { manifestVersion: 1, ...said, note: 'x'.repeat(100_000), interruptions },
    });
    const principal = keyPrincipal({ organizationId: take.organizationId });
    const list = await service.call<Page<Recording>>('GET', '/v1/recordings', { principal });
    const [track] = list.body.data[0]?.tracks ?? [];
    expect(track?.captureManifest).toEqual({
      manifestVersion: 1,
      ...said,
      stoppedAt: null,
      merkleRoot: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      fragmentCount: take.parts.length,
      interruptionCount: 1000,
    });
    expect(list.text.length).toBeLessThan(20_000);
    const { body } = await service.call<Recording>('GET', `/v1/recordings/${recordingId}`, { principal });
    expect(body.tracks[0]).toMatchObject({
      captureManifest: { interruptions: { length: 1000 }, fragments: { length: take.parts.length } },
      gaps: { length: 1000 },
    });
  });

  it('is listed newest first, page by page, to its own organization only', async () => {
    const organizationId = newId('organization');
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1)
      made.unshift((await new Uploader(service, REAL_TAKE, organizationId).land()).recordingId);
    const list = (query: string, who = organizationId) =>
      service.call<Page<Recording> & Problem>('GET', `/v1/recordings?${query}`, {
        principal: keyPrincipal({ organizationId: who }),
      });
    const first = await list('limit=2');
    expect(first.body.data.map((item) => item.id)).toEqual(made.slice(0, 2));
    const second = await list(`limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ data: [{ id: made[2] }], nextCursor: null });
    expect((await list('', newId('organization'))).body).toEqual({ data: [], nextCursor: null });
    expect(await list(`cursor=${made[0]}`, newId('organization'))).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
    expect(await list('cursor=nonsense')).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    expect(await list('limit=101')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'limit' },
    });
  });
});
