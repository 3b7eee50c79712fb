import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { newId } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { partKey, uploadPrefix } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { PartRepository } from '../../src/takes/part.repository.js';
import { trackStateOf } from '../fixtures/recordings.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

const GRACE_SEC = 3600;
let service: RecordingsUnderTest;
let reconciler: StoreReconciler;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    CAPTURE_ORPHAN_GRACE_SEC: String(GRACE_SEC),
  });
  reconciler = service.app.get(StoreReconciler);
});
afterAll(() => service.stop());

function pathOf(key: string): string {
  return join(service.sandbox.storeDir, 'blobs', key);
}

const stateOf = (take: Uploader, recordingId: string) => trackStateOf(service, take, recordingId);

it('bytes that nothing refers to go after the grace period and not before; files of others are left alone', async () => {
  const kept = new Uploader(service, REAL_TAKE);
  await kept.land();
  const orphan = partKey(newId('organization'), newId('upload'), { number: 1, sha256: '0'.repeat(64) });
  await mkdir(dirname(pathOf(orphan)), { recursive: true });
  await writeFile(pathOf(orphan), 'bytes');
  await writeFile(pathOf('notes.txt'), 'not ours');
  await writeFile(join(service.sandbox.storeDir, 'incoming', 'interrupted'), 'half');
  expect(await reconciler.run()).toEqual({ orphans: 0, leftovers: 0, missing: 0 });
  service.clock.advance(GRACE_SEC + 60);
  expect(await reconciler.run()).toEqual({ orphans: 1, leftovers: 1, missing: 0 });
  expect(await blobsOf(service)).toContain('notes.txt');
  expect(await blobsOf(service, kept.ref)).toHaveLength(kept.parts.length);
});

describe('the same bytes as those of an orphan, sent again while it is about to be removed', () => {
  /** Puts bytes of the take's first part into the store that do not count, as a sender that lost its grant does. */
  async function orphanOf(take: Uploader): Promise<string> {
    await take.open();
    const key = partKey(take.organizationId, take.uploadId, first(take));
    await put(take, key);
    return key;
  }
  const first = ({ parts: [part] }: Uploader) => part ?? { number: 1, size: 0, sha256: '' };
  const put = (take: Uploader, key: string) =>
    service.app.get(ObjectStore).put(key, Readable.from([Buffer.from(take.part(1))]), first(take).size);
  const lookUpThen = (meanwhile: () => Promise<unknown>): void => {
    const parts = service.app.get(PartRepository);
    const referenced = parts.referenced.bind(parts);
    vi.spyOn(parts, 'referenced').mockImplementationOnce(async (asked) => {
      const found = await referenced(asked);
      await meanwhile();
      return found;
    });
  };

  it('stay once they count', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const key = await orphanOf(take);
    service.clock.advance(GRACE_SEC + 60);
    const answered = new Promise<number>((resolve, reject) =>
      lookUpThen(async () => take.put(await take.grant(1)).then(({ status }) => resolve(status), reject)),
    );
    await reconciler.run();
    expect(await answered).toBe(204);
    expect(await blobsOf(service, take.ref)).toEqual([key]);
  });

  it('stay also before they count', async () => {
    const take = new Uploader(service, REAL_TAKE);
    const key = await orphanOf(take);
    const old = new Date(service.clock.now().getTime() - 2 * GRACE_SEC * 1000);
    await utimes(pathOf(key), old, old);
    lookUpThen(async () => {
      await put(take, key);
      await utimes(pathOf(key), service.clock.now(), service.clock.now());
    });
    expect(await reconciler.run()).toMatchObject({ orphans: 0 });
    expect(await blobsOf(service, take.ref)).toEqual([key]);
  });
});

it('a part of a live upload whose bytes are gone is asked for again, and the take lands whole', async () => {
  const take = new Uploader(service, REAL_TAKE);
  await take.open();
  await take.sendAll();
  const [key = ''] = await blobsOf(service, take.ref);
  await rm(pathOf(key));
  await expect(take.complete()).rejects.toMatchObject({ extras: { field: 'parts' } });
  expect(await take.sendAll()).toBe(1);
  expect((await take.complete()).sha256).toBe(sha256(REAL_TAKE));
});

it('a folder that cannot be read takes no acknowledged part away: the take waits, and lands when it can be read', async () => {
  const take = new Uploader(service, REAL_TAKE);
  await take.open();
  await take.sendAll();
  const folder = pathOf(uploadPrefix(take.organizationId, take.uploadId)).replace(/\/$/, '');
  await rename(folder, `${folder}.away`);
  await symlink(folder, folder);
  await expect(take.complete()).rejects.toMatchObject({ code: 'service_unavailable' });
  await expect(reconciler.run()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect((await service.send('recordings.upload_state', take.ref)).storedParts).toHaveLength(
    take.parts.length,
  );
  await rm(folder);
  await rename(`${folder}.away`, folder);
  expect((await take.complete()).sha256).toBe(sha256(REAL_TAKE));
});

it('a track whose bytes are gone fails after the grace period, and mends when they are back', async () => {
  const take = new Uploader(service, REAL_TAKE);
  const { recordingId } = await take.land();
  const folder = pathOf(uploadPrefix(take.organizationId, take.uploadId)).replace(/\/$/, '');
  await rename(folder, `${folder}.away`);
  expect((await reconciler.run()).missing).toBe(take.parts.length);
  expect(await stateOf(take, recordingId)).toBe('available');
  service.clock.advance(GRACE_SEC + 60);
  await reconciler.run();
  expect(await stateOf(take, recordingId)).toBe('failed');
  await rename(`${folder}.away`, folder);
  await reconciler.run();
  expect(await stateOf(take, recordingId)).toBe('available');
});
