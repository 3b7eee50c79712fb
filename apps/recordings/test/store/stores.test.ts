import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AppError, newId } from '@capture/contracts';
import { PUBLIC, keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { partKey, takeKey, uploadPrefix } from '../../src/store/object-keys.js';
import { type ObjectStore } from '../../src/store/object-store.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { filesystem, s3, type TestStore } from '../fixtures/stores.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

async function* inChunks(bytes: Buffer, chunk = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunk)
    yield await Promise.resolve(bytes.subarray(at, at + chunk));
}

async function* failing(bytes: Buffer, error: Error): AsyncGenerator<Buffer> {
  yield* inChunks(bytes);
  throw error;
}

async function readAll(
  store: ObjectStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(key, range)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function listed(store: ObjectStore, prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const blob of store.list(prefix)) keys.push(blob.key);
  return keys.sort();
}

/** Size of the blob with exactly this key; undefined when the store lists none. */
async function sizeOf(store: ObjectStore, key: string): Promise<number | undefined> {
  for await (const blob of store.list(key)) if (blob.key === key) return blob.sizeBytes;
  return undefined;
}

describe.each([
  ['filesystem', filesystem, false],
  ['S3', s3, true],
])('the %s store', (_name, start, joins) => {
  let backend: TestStore;
  let store: ObjectStore;
  beforeAll(async () => {
    backend = await start();
    store = backend.open();
    await store.check();
  });
  afterAll(async () => {
    store.close();
    await backend.drop();
  });

  const bytes = randomBytes(300_000);
  const keyFor = (content: Buffer, uploadId = newId('upload')) =>
    partKey(newId('organization'), uploadId, { number: 1, sha256: sha256(content) });

  it('gives back what was put, whole and in ranges, with its size', async () => {
    const key = keyFor(bytes);
    await store.put(key, inChunks(bytes), bytes.length);
    expect(await sizeOf(store, key)).toBe(bytes.length);
    expect((await readAll(store, key)).equals(bytes)).toBe(true);
    expect(
      (await readAll(store, key, { start: 9_999, end: 10_000 })).equals(bytes.subarray(9_999, 10_001)),
    ).toBe(true);
    expect((await readAll(store, key, { start: 299_999, end: 299_999 })).equals(bytes.subarray(-1))).toBe(
      true,
    );
  });

  it('delivers a range through memory that it reuses, waits for its reader, and says so when bytes are missing', async () => {
    const key = keyFor(bytes);
    await store.put(key, inChunks(bytes), bytes.length);
    const deliver = async (start: number, end: number): Promise<Buffer> => {
      const copies: Buffer[] = [];
      await store.deliver(key, { start, end }, Buffer.alloc(20_000), async (part) => {
        const before = Buffer.from(part);
        await setImmediate();
        expect(part.equals(before)).toBe(true);
        copies.push(before);
      });
      return Buffer.concat(copies);
    };
    expect((await deliver(0, bytes.length - 1)).equals(bytes)).toBe(true);
    expect((await deliver(9_999, 10_000)).equals(bytes.subarray(9_999, 10_001))).toBe(true);
    await expect(deliver(bytes.length - 1, bytes.length + 9)).rejects.toThrow('ends 10 bytes before');
    const refusal = new Error('the reader left');
    const leaving = store.deliver(key, { start: 0, end: 99_999 }, Buffer.alloc(20_000), () =>
      Promise.reject(refusal),
    );
    await expect(leaving).rejects.toBe(refusal);
    await expect(
      store.deliver(keyFor(bytes), { start: 0, end: 9 }, Buffer.alloc(20_000), () => Promise.resolve()),
    ).rejects.toThrow();
  });

  it('shows nothing under a key whose body failed, and fails as the body did', async () => {
    const key = keyFor(bytes);
    const refusal = new AppError('payload_too_large', 'refused by the test');
    await expect(store.put(key, failing(bytes.subarray(0, 200_000), refusal), bytes.length)).rejects.toBe(
      refusal,
    );
    expect(await sizeOf(store, key)).toBeUndefined();
    expect(await listed(store, key)).toEqual([]);
  });

  it('keeps what a key held when a second put of it fails', async () => {
    const key = keyFor(bytes);
    await store.put(key, inChunks(bytes), bytes.length);
    await expect(
      store.put(key, failing(bytes.subarray(0, 5_000), new Error('cut')), bytes.length),
    ).rejects.toThrow('cut');
    expect((await readAll(store, key)).equals(bytes)).toBe(true);
  });

  it('takes the same key from two writers at once', async () => {
    const key = keyFor(bytes);
    await Promise.all([
      store.put(key, inChunks(bytes), bytes.length),
      store.put(key, inChunks(bytes, 777), bytes.length),
    ]);
    expect((await readAll(store, key)).equals(bytes)).toBe(true);
  });

  it('joins blobs to one whose ranges cross them, or says that it keeps them apart', async () => {
    const [organizationId, uploadId] = [newId('organization'), newId('upload')];
    const pieces = [bytes.subarray(0, 100_000), bytes.subarray(100_000, 200_000), bytes.subarray(200_000)];
    const keys = pieces.map((piece, index) =>
      partKey(organizationId, uploadId, { number: index + 1, sha256: sha256(piece) }),
    );
    for (const [index, piece] of pieces.entries())
      await store.put(keys[index] ?? '', inChunks(piece), piece.length);
    const blobs = keys.map((key, index) => ({ key, sizeBytes: pieces[index]?.length ?? 0 }));
    const target = takeKey(organizationId, uploadId, sha256(bytes));
    const joined = await store.join(blobs, target);
    expect(joined).toBe(joins);
    expect(await sizeOf(store, target)).toBe(joined ? bytes.length : undefined);
    if (!joined) return;
    expect((await readAll(store, target)).equals(bytes)).toBe(true);
    const [start, end] = [99_990, 200_010];
    expect((await readAll(store, target, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
    await store.join(blobs, target);
    expect((await readAll(store, target)).equals(bytes)).toBe(true);
  });

  it('lets clients put and get a blob by signed requests, or says that bytes go through the service', async () => {
    const key = keyFor(bytes);
    const signed = await store.signPut(key, { size: bytes.length, sha256: sha256(bytes) }, 60);
    expect(signed !== undefined).toBe(store.takesDirectly);
    const link = await store.signGet(
      key,
      { name: 'a.mp4', contentType: 'video/mp4', disposition: 'inline' },
      60,
    );
    expect(link !== undefined).toBe(store.takesDirectly);
    if (!signed || !link) return;
    const { headers } = signed;
    const put = (body: Uint8Array<ArrayBuffer>) => fetch(signed.url, { method: 'PUT', headers, body });
    expect((await put(new Uint8Array(randomBytes(bytes.length)))).status).toBe(400);
    expect(await sizeOf(store, key)).toBeUndefined();
    expect((await put(new Uint8Array(bytes))).status).toBe(200);
    expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('lists one upload by its prefix and forgets what is removed, absent keys included', async () => {
    const [organizationId, uploadId] = [newId('organization'), newId('upload')];
    const keys = [1, 2, 3].map((number) =>
      partKey(organizationId, uploadId, { number, sha256: sha256(bytes) }),
    );
    for (const key of keys) await store.put(key, inChunks(bytes), bytes.length);
    await store.put(keyFor(bytes), inChunks(bytes), bytes.length);
    expect(await listed(store, uploadPrefix(organizationId, uploadId))).toEqual(keys);
    await store.remove([...keys, keyFor(bytes)]);
    expect(await listed(store, uploadPrefix(organizationId, uploadId))).toEqual([]);
    expect(await sizeOf(store, keys[0] ?? '')).toBeUndefined();
  });

  it('fails a read of what is not there', async () => {
    await expect(readAll(store, keyFor(bytes))).rejects.toThrow();
  });

  describe('behind the service', () => {
    let service: RecordingsUnderTest;
    beforeAll(async () => {
      service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
        ...backend.env,
        CAPTURE_ORPHAN_GRACE_SEC: '0',
      });
    });
    afterAll(() => service.stop());

    it('a take goes in, comes out by ranges, and leaves nothing when it is deleted', async () => {
      const take = new Uploader(service, REAL_TAKE);
      const { recordingId, trackId } = await take.land();
      const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
      const { body } = await service.call<DownloadUrlDto>('POST', path, {
        principal: keyPrincipal({ organizationId: take.organizationId }),
        body: {},
      });
      const get = async (headers: Record<string, string>) => {
        const url = service.local(body.url);
        const answer = await fetch(url, {
          headers: { ...(url === body.url ? {} : service.sign(PUBLIC)), ...headers },
        });
        return Buffer.from(await answer.arrayBuffer());
      };
      expect((await get({})).equals(REAL_TAKE)).toBe(true);
      expect((await get({ range: 'bytes=8000-9000' })).equals(REAL_TAKE.subarray(8000, 9001))).toBe(true);
      await service.send('recordings.delete', {
        organizationId: take.organizationId,
        recordingId,
        reason: 'operator',
      });
      expect(await blobsOf(service, take.ref)).toEqual([]);
    });

    it('scenario 35: a flipped bit is refused, leaves nothing, and the right bytes are taken afterwards', async () => {
      const take = new Uploader(service, REAL_TAKE);
      await take.open();
      const grant = await take.grant(1);
      const wrong = Buffer.from(take.part(1));
      wrong[5000] = (wrong[5000] ?? 0) ^ 1;
      expect((await take.put(grant, wrong)).status).toBe(400);
      expect(await blobsOf(service, take.ref)).toEqual([]);
      expect(await take.sendAll()).toBe(take.parts.length);
      expect((await take.complete()).sha256).toBe(sha256(REAL_TAKE));
    });

    it('a sweep finds nothing to remove among takes that count', async () => {
      const take = new Uploader(service, REAL_TAKE);
      await take.land();
      await service.app.get(StoreReconciler).run();
      await until('what the take needs to be all', async () => {
        const kept = await blobsOf(service, take.ref);
        return kept.length === (joins ? 1 : take.parts.length);
      });
    });
  });
});
