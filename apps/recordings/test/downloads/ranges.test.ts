import type { Problem } from '@capture/contracts';
import { keyPrincipal, PUBLIC } from '@capture/service-testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

let service: RecordingsUnderTest;
let take: Uploader;
let recording: string;
let urls: { original: string; seekable: string };
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_RENDITION_WAIT_MS: '15000',
  });
});
beforeEach(async () => {
  take = new Uploader(service, REAL_TAKE);
  const { recordingId, trackId } = await take.land();
  recording = `/v1/recordings/${recordingId}`;
  const mint = async (rendition: string): Promise<string> =>
    (
      await service.call<DownloadUrlDto>('POST', `${recording}/tracks/${trackId}/download-url`, {
        principal: keyPrincipal({ organizationId: take.organizationId }),
        body: { rendition },
      })
    ).body.url;
  urls = { original: await mint('original'), seekable: await mint('seekable') };
});
afterAll(() => service.stop());

async function range(url: string, start: number, end: number): Promise<{ status: number; bytes: Buffer }> {
  const headers = { ...service.sign(PUBLIC), range: `bytes=${start}-${end}` };
  const answer = await fetch(service.local(url), { headers });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Statements about media that are sent to the database during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = spy.mock.calls.map(([config]) => String((config as { text?: string }).text));
  spy.mockRestore();
  return texts.filter((text) =>
    /\b(FROM|JOIN) (track|upload|upload_part|rendition|rendition_part)\b/.test(text),
  );
}

describe('ranges of one file', () => {
  it('ask the database whether it may still be read, and where its bytes lie only once', async () => {
    await range(urls.original, 0, 9);
    const statements = await statementsOf(() => range(urls.original, 10_000, 30_000));
    expect(statements).toEqual([expect.stringContaining('FROM track')]);
    expect((await range(urls.original, 10_000, 30_000)).bytes).toEqual(REAL_TAKE.subarray(10_000, 30_001));
  });

  it.each(['original', 'seekable'] as const)(
    'are refused as soon as its recording is deleted (%s)',
    async (rendition) => {
      expect((await range(urls[rendition], 0, 9)).status).toBe(206);
      const principal = keyPrincipal({ organizationId: take.organizationId });
      expect((await service.call('DELETE', recording, { principal })).status).toBe(202);
      const { status, bytes } = await range(urls[rendition], 0, 9);
      expect([status, (JSON.parse(bytes.toString()) as Problem).code]).toEqual([410, 'footage_expired']);
    },
  );

  it('are refused as soon as its copy is gone', async () => {
    expect((await range(urls.seekable, 0, 9)).status).toBe(206);
    await service.sql('DELETE FROM rendition WHERE upload_id = $1', take.uploadId);
    expect((await range(urls.seekable, 0, 9)).status).toBe(409);
  });

  it('are those of the file that is asked for, and not of the other one', async () => {
    const [original, seekable] = [await range(urls.original, 0, 99), await range(urls.seekable, 0, 99)];
    expect(original.bytes).toEqual(REAL_TAKE.subarray(0, 100));
    expect(seekable.bytes).not.toEqual(original.bytes);
    expect((await range(urls.original, 0, 99)).bytes).toEqual(original.bytes);
  });
});
