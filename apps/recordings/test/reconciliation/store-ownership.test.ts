import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId, type Problem } from '@capture/contracts';
import { OPERATOR } from '@capture/service-testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { partKey } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { filesystem, s3Behind, type TestStore } from '../fixtures/stores.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';

const GRACE_SEC = 3600;

const saying = (text: string): unknown => expect.stringContaining(text);
const run = (service: RecordingsUnderTest) => service.app.get(StoreReconciler).run();

/** Puts a blob into the store that nothing refers to, and lets its grace period pass. */
async function orphanIn(service: RecordingsUnderTest): Promise<void> {
  const bytes = Buffer.from('bytes');
  const key = partKey(newId('organization'), newId('upload'), { number: 1, sha256: sha256(bytes) });
  await service.app.get(ObjectStore).put(key, Readable.from([bytes]), bytes.length);
  service.clock.advance(GRACE_SEC + 60);
}

async function degradedOf(service: RecordingsUnderTest): Promise<Record<string, string>> {
  const answer = await fetch(service.local('/health/ready'));
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { degraded?: Record<string, string> }).degraded ?? {};
}

const post = (service: RecordingsUnderTest, path: string) =>
  service.call<Problem>('POST', `/operator/v1/uploads/${path}`, { principal: OPERATOR });

describe.each([
  [
    'filesystem',
    filesystem,
    (store: TestStore) => rm(join(store.env['CAPTURE_STORE_DIR'] ?? '', 'marker.json'), { force: true }),
  ],
  ['S3', s3Behind, (store: TestStore) => store.open().remove(['.capture-store'])],
])('of the %s store', (_name, makeStore, removeMarker) => {
  let backend: TestStore;
  let service: RecordingsUnderTest;
  const startService = () =>
    RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...backend.env,
      CAPTURE_ORPHAN_GRACE_SEC: String(GRACE_SEC),
    });
  beforeAll(async () => {
    backend = await makeStore();
  });
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await service.app.get(ObjectStore).remove(await blobsOf(service));
    await removeMarker(backend);
    await service.stop();
  });
  afterAll(() => backend.drop());

  it('a database that does not know the media removes nothing and says why; the one that does goes on', async () => {
    await new Uploader(service, REAL_TAKE).land();
    const other = await startService();
    try {
      other.clock.advance(2 * 86_400);
      const blobs = await blobsOf(service);
      expect(await run(other)).toMatchObject({ orphans: 0, refused: saying('knows none') });
      expect(await run(service)).toEqual({ orphans: 0, leftovers: 0, missing: 0 });
      expect(await run(other)).toMatchObject({ refused: saying('another database') });
      expect(await post(other, 'reconcile')).toMatchObject({ status: 409, body: { code: 'conflict' } });
      expect(await degradedOf(other)).toMatchObject({ 'store-owner': saying('adopt') });
      // The marker is no blob.
      expect(await blobsOf(service)).toEqual(blobs);
      await orphanIn(service);
      expect(await run(service)).toEqual({ orphans: 1, leftovers: 0, missing: 0 });
      expect(await degradedOf(service)).toEqual({});
    } finally {
      await other.stop();
    }
  });

  it('a database that was set back removes and forgets nothing, however often, until an operator adopts the store', async () => {
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    await take.sendAll();
    await run(service);
    await service.sql('UPDATE media_store SET run = run - 1');
    await service.app.get(ObjectStore).remove((await blobsOf(service, take.ref)).slice(1));
    await orphanIn(service);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await run(service)).toMatchObject({ orphans: 0, missing: 0, refused: saying('set back') });
    expect(await blobsOf(service)).toHaveLength(2);
    const { storedParts } = await service.send('recordings.upload_state', take.ref);
    expect(storedParts).toHaveLength(take.parts.length);
    expect((await post(service, 'adopt-store')).status).toBe(204);
    expect(await degradedOf(service)).toEqual({});
    expect(await run(service)).toEqual({ orphans: 1, leftovers: 0, missing: take.parts.length - 1 });
  });

  it('an empty store that had a marker and has none is not taken for the loss of all media', async () => {
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    await take.sendAll();
    await run(service);
    await removeMarker(backend);
    expect(await run(service)).toEqual({ orphans: 0, leftovers: 0, missing: 0 });
    await removeMarker(backend);
    await service.app.get(ObjectStore).remove(await blobsOf(service));
    expect(await run(service)).toMatchObject({ missing: 0, refused: saying('lost its marker') });
    const { storedParts } = await service.send('recordings.upload_state', take.ref);
    expect(storedParts).toHaveLength(take.parts.length);
  });

  it('several processes compare at once without taking each other for another', async () => {
    await new Uploader(service, REAL_TAKE).land();
    for (const result of await Promise.all(Array.from({ length: 8 }, () => run(service))))
      expect(result.refused).toBeUndefined();
  });
});
