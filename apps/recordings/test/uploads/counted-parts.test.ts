import { Readable } from 'node:stream';
import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { partKey, takeKey } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { PartRepository } from '../../src/takes/part.repository.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { s3, type TestStore } from '../fixtures/stores.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
let backend: TestStore;
let service: RecordingsUnderTest;
beforeAll(async () => {
  backend = await s3();
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    ...backend.env,
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_ORPHAN_GRACE_SEC: '0',
  });
});
afterAll(async () => {
  await service.stop();
  await backend.drop();
});

async function opened(bytes = noiseTake(2 * PART + 100), sizeBytes: number | null = bytes.length) {
  const take = new Uploader(service, bytes, newId('organization'), { sizeBytes });
  await take.open();
  return take;
}

const storedParts = async (take: Uploader): Promise<number[]> =>
  (await service.send('recordings.upload_state', take.ref)).storedParts;

const remove = ({ organizationId, uploadId, parts }: Uploader, index: number) =>
  service.app
    .get(ObjectStore)
    .remove([partKey(organizationId, uploadId, parts[index] ?? { number: 0, sha256: '' })]);

/** Something happens to the upload between the look into the store and what follows from it. */
function beforeForgetting(statement: string, ...values: unknown[]): void {
  const parts = service.app.get(PartRepository);
  const forget = parts.forget.bind(parts);
  vi.spyOn(parts, 'forget').mockImplementationOnce(async (...part) => {
    await service.sql(statement, ...values);
    return forget(...part);
  });
}

/** What holds a row until it commits, as another process would. */
async function beside(statement: string, ...values: unknown[]): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: service.sandbox.databaseUrl,
    options: '-c capture.organization=*',
  });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

const waiting = () => service.sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);

const counted = (take: Uploader) =>
  service.sql(
    'SELECT number, sha256 FROM upload_part WHERE upload_id = $1 AND stored_at IS NOT NULL ORDER BY number',
    take.uploadId,
  );

describe('a part', () => {
  it('counts, and is asked for again, under its own number, though another one has the same bytes', async () => {
    const same = noiseTake(PART);
    const take = await opened(Buffer.concat([same, same, noiseTake(100)]));
    const [first, second] = [await take.grant(1), await take.grant(2)];
    expect((await take.put(first)).ok).toBe(true);
    expect(await storedParts(take)).toEqual([1]);
    expect((await take.put(second)).ok).toBe(true);
    expect(await take.sendAll()).toBe(1);
    expect(await storedParts(take)).toEqual([1, 2, 3]);
    await remove(take, 0);
    await expect(take.complete()).rejects.toMatchObject({ extras: { field: 'parts' } });
    expect(await storedParts(take)).toEqual([2, 3]);
    expect(await take.sendAll()).toBe(1);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('that is missing in the store goes on counting where the take has landed meanwhile', async () => {
    const take = await opened();
    await take.sendAll();
    expect(await storedParts(take)).toEqual([1, 2, 3]);
    await remove(take, 0);
    beforeForgetting(`UPDATE upload SET state = 'completed' WHERE id = $1`, take.uploadId);
    await expect(take.complete()).rejects.toThrow();
    expect(await counted(take)).toHaveLength(3);
  });

  it('that is missing in the store goes on counting with the bytes that were stored for it meanwhile', async () => {
    const take = await opened();
    await take.sendAll();
    expect(await storedParts(take)).toEqual([1, 2, 3]);
    await remove(take, 0);
    const others = sha256(noiseTake(PART));
    beforeForgetting(
      'UPDATE upload_part SET sha256 = $2 WHERE upload_id = $1 AND number = 1',
      take.uploadId,
      others,
    );
    await expect(take.complete()).rejects.toThrow();
    expect((await counted(take))[0]).toEqual({ number: 1, sha256: others });
  });

  it('that is missing in the store goes on counting where the take lands at the same time', async () => {
    const take = await opened();
    await take.sendAll();
    expect(await storedParts(take)).toEqual([1, 2, 3]);
    await remove(take, 0);
    const parts = service.app.get(PartRepository);
    const forget = parts.forget.bind(parts);
    vi.spyOn(parts, 'forget').mockImplementationOnce(async (...part) => {
      const commit = await beside(`UPDATE upload SET state = 'completed' WHERE id = $1`, take.uploadId);
      const forgotten = forget(...part);
      await until('it to wait for the landing', async () => (await waiting()).length > 0);
      await commit();
      return forgotten;
    });
    await expect(take.complete()).rejects.toThrow();
    expect(await counted(take)).toHaveLength(3);
  });

  it('that has arrived does not count for other bytes, which were asked for meanwhile and are not there', async () => {
    const take = await opened();
    await take.put(await take.grant(1));
    const parts = service.app.get(PartRepository);
    const record = parts.recordArrived.bind(parts);
    const spy = vi.spyOn(parts, 'recordArrived').mockImplementationOnce(async (...arrived) => {
      await take.grants([{ number: 1, size: PART, sha256: sha256(noiseTake(PART)) }]);
      return record(...arrived);
    });
    expect(await storedParts(take)).toEqual([]);
    expect(spy).toHaveBeenCalledTimes(1);
    expect(await counted(take)).toEqual([]);
  });

  it('that is stored and not listed at complete is no part of the take', async () => {
    const take = await opened(noiseTake(3 * PART), null);
    await take.sendAll();
    const parts = take.parts.slice(0, 2).map(({ number, sha256: digest }) => ({ number, sha256: digest }));
    const whole = take.bytes.subarray(0, 2 * PART);
    expect(await take.complete({ parts })).toMatchObject({ sizeBytes: whole.length, sha256: sha256(whole) });
    expect(await counted(take)).toHaveLength(2);
  });

  it('of the wrong size is not granted', async () => {
    const take = await opened();
    const wrong = { number: 1, size: PART - 1, sha256: sha256(take.part(1)) };
    await expect(take.grants([wrong])).rejects.toMatchObject({ extras: { field: 'parts.0.size' } });
  });
});

describe('a take that has landed', () => {
  it('has its parts stored for whoever asks again, takes no other bytes, and is not given up', async () => {
    const take = await opened();
    await take.sendAll();
    const { sha256: published } = await take.complete();
    expect(await take.grants()).toEqual(take.parts.map(({ number }) => ({ number, stored: true })));
    const other = { number: 1, size: PART, sha256: sha256(noiseTake(PART)) };
    await expect(take.grants([other])).rejects.toMatchObject({ code: 'conflict' });
    await service.send('recordings.abort_upload', take.ref);
    expect(await take.complete()).toMatchObject({ sha256: published });
    expect(await blobsOf(service, take.ref)).not.toEqual([]);
  });

  it('is one object: a part that comes late is swept, and the object itself only once the take is removed', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    await take.sendAll();
    const { merkleRoot } = await take.complete();
    const key = takeKey(take.organizationId, take.uploadId, merkleRoot);
    const blobs = async (): Promise<string> => (await blobsOf(service, take.ref)).join();
    await until('the parts to go', async () => (await blobs()) === key);
    expect((await take.put(grant)).ok).toBe(true);
    const swept = (left: string) =>
      until('the sweep', async () => {
        await service.app.get(StoreReconciler).run();
        return (await blobs()) === left;
      });
    await swept(key);
    await service.sql(
      `UPDATE upload SET state = 'removed', ended_at = now() - interval '9 days', cleared_at = now() - interval '8 days'
       WHERE id = $1`,
      take.uploadId,
    );
    await swept('');
  });

  it('is whole as long as its object is: its track fails only once that is gone, and is there again with it', async () => {
    const take = await opened();
    await take.sendAll();
    const { merkleRoot } = await take.complete();
    const key = takeKey(take.organizationId, take.uploadId, merkleRoot);
    await until('the parts to go', async () => (await blobsOf(service, take.ref)).join() === key);
    const stateAfterTwoLooks = async (): Promise<unknown> => {
      for (let look = 0; look < 2; look += 1) {
        service.clock.advance(1);
        await service.app.get(StoreReconciler).run();
      }
      return service.sql('SELECT state FROM track WHERE upload_id = $1', take.uploadId);
    };
    expect(await stateAfterTwoLooks()).toEqual([{ state: 'available' }]);
    const store = service.app.get(ObjectStore);
    await store.remove([key]);
    expect(await stateAfterTwoLooks()).toEqual([{ state: 'failed' }]);
    await store.put(key, Readable.from([take.bytes]), take.bytes.length);
    expect(await stateAfterTwoLooks()).toEqual([{ state: 'available' }]);
  });
});
