import { newId, type Problem } from '@capture/contracts';
import { OPERATOR, PUBLIC, keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { RenditionMaker } from '../../src/renditions/rendition-maker.js';
import { RenditionJobs } from '../../src/renditions/rendition.jobs.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { TakeFiles } from '../../src/takes/take-files.js';
import { boxesOf, longer, packetsOf } from '../fixtures/packets.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { filesystem, s3, type TestStore } from '../fixtures/stores.js';
import { noiseTake, REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

/** Still many of them to a copy, but not so many that syncing them is all that happens. */
const DAY_SEC = 86_400;
const LARGER_PARTS = { CAPTURE_PART_SIZE_BYTES: String(64 * 1024) };

type Minted = DownloadUrlDto & Problem;

/** A landed take and the ways to its files. */
class Landed {
  private constructor(
    readonly service: RecordingsUnderTest,
    readonly take: Uploader,
    readonly recordingId: string,
    readonly trackId: string,
    private readonly key = keyPrincipal({ organizationId: take.organizationId }),
  ) {}

  static async of(service: RecordingsUnderTest, bytes: Buffer = REAL_TAKE): Promise<Landed> {
    const take = new Uploader(service, bytes);
    const { recordingId, trackId } = await take.land();
    return new Landed(service, take, recordingId, trackId);
  }

  async mint(rendition: string, headers: Record<string, string> = {}) {
    const path = `/v1/recordings/${this.recordingId}/tracks/${this.trackId}/download-url`;
    return this.service.call<Minted>('POST', path, { principal: this.key, body: { rendition }, headers });
  }

  async fetch(rendition: string, headers: Record<string, string> = {}): Promise<Response> {
    const { body } = await this.mint(rendition);
    // The store's own address where it takes the call itself, the service's otherwise.
    const url = body.url.startsWith('http://localhost:8080') ? this.service.local(body.url) : body.url;
    return fetch(url, { headers: { ...this.service.sign(PUBLIC), ...headers } });
  }

  async bytes(rendition: string): Promise<Buffer> {
    const answer = await this.fetch(rendition);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  delete(): Promise<null> {
    const { organizationId } = this.take;
    return this.service.send('recordings.delete', {
      organizationId,
      recordingId: this.recordingId,
      reason: 'operator',
    });
  }
}

describe.each([
  ['filesystem', filesystem],
  ['S3', s3],
])('the seekable copy on the %s store', (_name, start) => {
  let backend: TestStore;
  let service: RecordingsUnderTest;
  beforeAll(async () => {
    backend = await start();
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...backend.env,
      CAPTURE_ORPHAN_GRACE_SEC: '0',
    });
  });
  afterAll(async () => {
    await service.stop();
    await backend.drop();
  });

  it('has its index in front, no fragments, and the same packets; its size and digest are in the answer', async () => {
    const landed = await Landed.of(service);
    const { status, body } = await landed.mint('seekable');
    expect(status).toBe(201);
    expect(body.fileName).toMatch(/-seekable\.mp4$/);
    const copy = await landed.bytes('seekable');
    expect(body).toMatchObject({ rendition: 'seekable', sizeBytes: copy.length, sha256: sha256(copy) });
    const boxes = boxesOf(copy);
    expect(boxes).not.toContain('moof');
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect(boxesOf(REAL_TAKE)).toContain('moof');
    expect(await packetsOf(copy)).toEqual(await packetsOf(REAL_TAKE));
    expect((await landed.bytes('original')).equals(REAL_TAKE)).toBe(true);
    expect((await landed.mint('original')).body).toMatchObject({ sha256: sha256(REAL_TAKE) });
  });

  it('is read by ranges, of itself and not of the original', async () => {
    const landed = await Landed.of(service);
    const copy = await landed.bytes('seekable');
    const answer = await landed.fetch('seekable', { range: 'bytes=8000-17000' });
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer()).equals(copy.subarray(8000, 17_001))).toBe(true);
    expect(answer.headers.get('content-range')).toBe(`bytes 8000-17000/${copy.length}`);
  });

  it('is left alone by the sweep and goes with its recording: nothing remains', async () => {
    const landed = await Landed.of(service);
    await landed.mint('seekable');
    await service.app.get(StoreReconciler).run();
    expect((await landed.mint('seekable')).status).toBe(201);
    expect(sha256(await landed.bytes('seekable'))).toBe((await landed.mint('seekable')).body.sha256);
    await landed.delete();
    expect(await blobsOf(service, landed.take.ref)).toEqual([]);
    expect(await renditions(service, landed)).toEqual([]);
  });

  it('is forgotten when nobody asked for it for 30 days, bytes and all, and made anew for who asks again', async () => {
    const landed = await Landed.of(service);
    const forget = async (): Promise<void> => {
      const { signal } = new AbortController();
      const jobs = service.app.get(RenditionJobs);
      await Promise.all([jobs.forgetUnused(signal), jobs.forgetUnused(signal)]);
      await service.app.get(StoreReconciler).run();
    };
    await landed.mint('seekable');
    // Parts that were joined into one object go some time after the answer.
    const objects = async (): Promise<string[]> =>
      (await blobsOf(service, landed.take.ref)).filter((key) => !/seekable-\d{5}-/.test(key));
    const before = await objects();
    service.clock.advance(20 * DAY_SEC);
    await landed.mint('seekable');
    service.clock.advance(30 * DAY_SEC - 60);
    await forget();
    expect(await objects()).toEqual(before);
    service.clock.advance(120);
    await forget();
    expect(await renditions(service, landed)).toEqual([]);
    expect((await blobsOf(service, landed.take.ref)).filter((key) => key.includes('seekable'))).toEqual([]);
    expect((await landed.bytes('original')).equals(REAL_TAKE)).toBe(true);
    expect(await packetsOf(await landed.bytes('seekable'))).toEqual(await packetsOf(REAL_TAKE));
  });

  it('is made anew when the store has lost it', async () => {
    const landed = await Landed.of(service);
    await landed.mint('seekable');
    const copies = (await blobsOf(service, landed.take.ref)).filter((key) => key.includes('seekable'));
    const store = backend.open();
    await store.remove(copies);
    store.close();
    await service.app.get(StoreReconciler).run();
    expect(await renditions(service, landed)).toEqual([]);
    expect(await packetsOf(await landed.bytes('seekable'))).toEqual(await packetsOf(REAL_TAKE));
  });
});

function renditions(service: RecordingsUnderTest, { take }: Landed): Promise<unknown[]> {
  return service.sql('SELECT state, attempt FROM rendition WHERE upload_id = $1', take.uploadId);
}

describe('making a seekable copy', () => {
  let service: RecordingsUnderTest;
  let long: Buffer;
  beforeAll(async () => {
    long = await longer(REAL_TAKE, 100);
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), LARGER_PARTS);
  });
  afterAll(() => service.stop());

  it('happens once, however many ask at the same time', async () => {
    const landed = await Landed.of(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => landed.mint('seekable')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.sha256}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await renditions(service, landed)).toEqual([{ state: 'ready', attempt: 1 }]);
  });

  it('works for a call with an Idempotency-Key, whose repeat gets the same answer', async () => {
    const landed = await Landed.of(service);
    const headers = { 'idempotency-key': newId('event') };
    const first = await landed.mint('seekable', headers);
    expect(first.status).toBe(201);
    expect((await landed.mint('seekable', headers)).body).toEqual(first.body);
  });

  it('is refused with the reason where the file does not allow it, and the original stays there to download', async () => {
    const landed = await Landed.of(service, noiseTake(50_000));
    const { status, body } = await landed.mint('seekable');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toContain('download the original');
    expect(await renditions(service, landed)).toEqual([{ state: 'failed', attempt: 1 }]);
    expect((await landed.bytes('original')).equals(landed.take.bytes)).toBe(true);
    expect(await blobsOf(service, landed.take.ref)).toHaveLength(landed.take.parts.length);
    // After a release that can, an operator has it tried again.
    await service.call('POST', `/operator/v1/uploads/${landed.take.uploadId}/redrive`, {
      principal: OPERATOR,
    });
    expect(await renditions(service, landed)).toEqual([]);
  });

  it('of a name that there is none of is a 400 that names the field', async () => {
    const landed = await Landed.of(service);
    expect(await landed.mint('smaller')).toMatchObject({ status: 400, body: { field: 'rendition' } });
  });

  it('that takes longer than a call waits answers 409 track_not_ready until it is done', async () => {
    const withoutWait = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...LARGER_PARTS,
      CAPTURE_RENDITION_WAIT_MS: '0',
    });
    const landed = await Landed.of(withoutWait, long);
    const { status, body } = await landed.mint('seekable');
    expect([status, body.code]).toEqual([409, 'track_not_ready']);
    await until('the copy', async () => (await landed.mint('seekable')).status === 201);
    expect(await packetsOf(await landed.bytes('seekable'))).toEqual(await packetsOf(long));
    await withoutWait.stop();
  });

  it('that waits for its turn does not hold up the deletion of its recording', async () => {
    const files = service.app.get(TakeFiles);
    const open = files.open.bind(files);
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const opened = vi.spyOn(files, 'open').mockImplementationOnce(async (owner) => {
      await gate;
      return open(owner);
    });
    const [first, second] = [await Landed.of(service), await Landed.of(service)];
    const one = first.mint('seekable');
    await until('the first copy being made', () => opened.mock.calls.length === 1);
    const two = second.mint('seekable');
    await until('the second one asked for', async () => (await renditions(service, second)).length === 1);
    await second.delete();
    expect(await renditions(service, second)).toEqual([]);
    letGo();
    opened.mockRestore();
    await one;
    expect((await two).status).not.toBe(201);
    expect(await blobsOf(service, second.take.ref)).toEqual([]);
  });

  it('ends when the recording is deleted meanwhile, and leaves nothing', async () => {
    const landed = await Landed.of(service, long);
    const [store, maker] = [service.app.get(ObjectStore), service.app.get(RenditionMaker)];
    const put = store.put.bind(store);
    const cancelled = vi.spyOn(maker, 'cancel');
    // The first part of the copy is stored, and the second waits until the copying is cancelled.
    const stored = vi.spyOn(store, 'put').mockImplementation(async (...args) => {
      if (stored.mock.calls.length > 1)
        await until('the making to be cancelled', () => cancelled.mock.calls.length > 0);
      return put(...args);
    });
    const minted = landed.mint('seekable');
    await until('a first part of the copy', async () =>
      (await blobsOf(service, landed.take.ref)).some((key) => key.includes('seekable')),
    );
    await landed.delete();
    stored.mockRestore();
    cancelled.mockRestore();
    expect((await minted).status).not.toBe(201);
    expect(await blobsOf(service, landed.take.ref)).toEqual([]);
    expect(await renditions(service, landed)).toEqual([]);
  });
});
