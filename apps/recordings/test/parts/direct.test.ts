import { randomBytes } from 'node:crypto';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { S3Server, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { StoreReconciler } from '../../src/reconciliation/store-reconciler.js';
import { partKey, renditionKey, takeKey, uploadPrefix } from '../../src/store/object-keys.js';
import { ObjectStore } from '../../src/store/object-store.js';
import { rawPut } from '../fixtures/raw-put.js';
import { blobsOf, RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, REAL_TAKE, sha256, Uploader, type Grant } from '../fixtures/take.js';

const PART = 64 * 1024;
const MIB = 1024 * 1024;
const BUCKET = 'test-bucket';
const ENV = {
  CAPTURE_PART_SIZE_BYTES: String(PART),
  CAPTURE_S3_MIN_PART_BYTES: '1',
  CAPTURE_ORPHAN_GRACE_SEC: '0',
};
let server: S3Server;
let service: RecordingsUnderTest;
/** The operator's own client, for what no part of the product would do. */
let operator: S3Client;
beforeAll(async () => {
  server = await S3Server.start({ minPartBytes: 1 });
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), { ...server.serviceEnv, ...ENV });
  operator = new S3Client({ ...server.settings, forcePathStyle: true });
});
afterAll(async () => {
  operator.destroy();
  await service.stop();
  await server.stop();
});

async function opened(bytes = noiseTake(2 * PART + 5_000)): Promise<Uploader> {
  const take = new Uploader(service, bytes);
  await take.open();
  return take;
}

function stateOf(take: Uploader): Promise<{ storedParts: number[] }> {
  return service.send('recordings.upload_state', take.ref);
}

function counted(take: Uploader): Promise<unknown[]> {
  return service.sql(
    'SELECT number FROM upload_part WHERE upload_id = $1 AND stored_at IS NOT NULL',
    take.uploadId,
  );
}

describe('a granted part', () => {
  it('leads to the store itself, with the digest in the signed headers and no secret in the URL', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    expect(new URL(grant.url).origin).toBe(server.settings.endpoint);
    expect(new URL(grant.url).search).toBe('');
    expect(grant.headers).toMatchObject({
      'x-amz-content-sha256': sha256(take.part(1)),
      'x-amz-checksum-sha256': Buffer.from(sha256(take.part(1)), 'hex').toString('base64'),
    });
    expect(grant.headers['authorization']).toMatch(
      /SignedHeaders=content-length;host;x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date,/,
    );
    const lifetimeMs = Date.parse(grant.expiresAt) - service.clock.now().getTime();
    expect(lifetimeMs).toBeGreaterThan(890_000);
    expect(lifetimeMs).toBeLessThanOrEqual(900_000);
  });

  it('takes its own bytes only: no other content, length, key or digest', async () => {
    const take = await opened();
    const [one, two] = [await take.grant(1), await take.grant(2)];
    const wrong = Buffer.from(take.part(1));
    wrong[5000] = (wrong[5000] ?? 0) ^ 1;
    const digest = { 'x-amz-content-sha256': sha256(wrong) };
    const refused: [Grant, Uint8Array][] = [
      [one, wrong],
      [one, take.part(1).subarray(1)],
      [one, Buffer.concat([take.part(1), Buffer.alloc(1)])],
      [{ ...one, url: two.url }, take.part(1)],
      [{ ...one, headers: { ...one.headers, ...digest } }, wrong],
    ];
    for (const [grant, bytes] of refused) {
      const { status } = await take.put({ ...grant, number: 1 }, bytes);
      expect([400, 403]).toContain(status);
    }
    expect(await blobsOf(service, take.ref)).toEqual([]);
    expect((await take.put(one)).status).toBe(200);
  });

  it('works no longer than it was granted for', async () => {
    const brief = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...server.serviceEnv,
      ...ENV,
      CAPTURE_PART_GRANT_SEC: '4',
    });
    const take = new Uploader(brief, noiseTake(PART));
    await take.open();
    const grant = await take.grant(1);
    expect((await take.put(grant)).status).toBe(200);
    await until('the grant to end', async () => (await take.put(grant)).status === 403);
    await brief.stop();
  });

  it('counts as soon as anybody asks: in the state, at the next grant, at complete', async () => {
    const take = await opened();
    for (const number of [1, 2]) expect((await take.put(await take.grant(number))).ok).toBe(true);
    expect(await counted(take)).toEqual([]);
    expect((await take.grants(take.parts.slice(0, 1)))[0]).toEqual({ number: 1, stored: true });
    expect(await counted(take)).toHaveLength(1);
    expect((await stateOf(take)).storedParts).toEqual([1, 2]);
    expect((await take.put(await take.grant(3))).ok).toBe(true);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('keeps the size of its upload’s parts once it arrived, though nobody has asked for it', async () => {
    const take = await opened();
    await take.put(await take.grant(1));
    expect(await take.openWith(MIB)).toBe(PART);
    expect(await take.sendAll()).toBe(2);
    expect(await take.complete()).toMatchObject({ sha256: sha256(take.bytes) });
  });

  it('scenario 33: of other bytes than the newest one awaits never takes its place, however late they arrive', async () => {
    const take = await opened(noiseTake(PART));
    const other = new Uploader(service, noiseTake(PART), take.organizationId);
    const [claim] = other.parts;
    const [older] = claim ? await take.grants([claim]) : [];
    const newer = await take.grant(1);
    expect((await take.put(newer)).ok).toBe(true);
    expect((await stateOf(take)).storedParts).toEqual([1]);
    expect((await other.put(older as Grant)).ok).toBe(true);
    expect((await stateOf(take)).storedParts).toEqual([1]);
    const { recordingId, sha256: published } = await take.complete();
    expect(published).toBe(sha256(take.bytes));
    expect(recordingId).toMatch(/^rec_/);
    await until('the late bytes to be swept', async () => {
      await service.app.get(StoreReconciler).run();
      return (await blobsOf(service, take.ref)).length === 1;
    });
  });

  it('that is found while its take lands changes nothing of what has landed', async () => {
    const take = await opened(noiseTake(PART));
    const [other] = new Uploader(service, noiseTake(PART)).parts;
    await take.put(await take.grant(1));
    expect((await stateOf(take)).storedParts).toEqual([1]);
    // Other bytes are awaited in its place, and lie in the store.
    await take.grants(other ? [other] : []);
    const Key = partKey(take.organizationId, take.uploadId, { number: 1, sha256: other?.sha256 ?? '' });
    await operator.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: randomBytes(PART) }));
    const landing = new pg.Client({
      connectionString: service.sandbox.databaseUrl,
      options: '-c capture.organization=*',
    });
    await landing.connect();
    await landing.query('BEGIN');
    await landing.query(`UPDATE upload SET state = 'completed' WHERE id = $1`, [take.uploadId]);
    const looking = stateOf(take);
    await until('the look to wait for it', async () => {
      // Not in the transaction: it keeps the list of connections that it saw first.
      return (await service.sql(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).length > 0;
    });
    await landing.query('COMMIT');
    await looking;
    const { rows } = await landing.query('SELECT sha256 FROM upload_part WHERE upload_id = $1', [
      take.uploadId,
    ]);
    expect(rows).toEqual([{ sha256: take.parts[0]?.sha256 }]);
    await landing.end();
  });

  it('that arrived and was never asked for outlives the sweep of orphans, and counts', async () => {
    const take = await opened();
    await take.put(await take.grant(1));
    await until('the sweep to come upon it', async () => {
      await service.app.get(StoreReconciler).run();
      return (await counted(take)).length === 1;
    });
    expect(await blobsOf(service, take.ref)).toHaveLength(1);
  });

  it('of an upload that was given up in between never counts, and the sweep takes its bytes away', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    await service.send('recordings.abort_upload', take.ref);
    expect((await take.put(grant)).ok).toBe(true);
    await expect(take.complete()).rejects.toMatchObject({ code: 'conflict' });
    await until('the sweep to come upon it', async () => {
      await service.app.get(StoreReconciler).run();
      return (await blobsOf(service, take.ref)).length === 0;
    });
  });

  it('scenario 39: is not the way for a flood: a longer body is refused before it has been read', async () => {
    const take = await opened();
    const grant = await take.grant(1);
    const flood = rawPut(service, grant, { 'content-length': String(1024 ** 3) });
    flood.request.flushHeaders();
    expect(await flood.answered).toBe(403);
    flood.request.destroy();
    expect((await take.put(grant)).ok).toBe(true);
  });
});

describe('completing', () => {
  it('leaves one object with the whole file, and nothing once it is deleted', async () => {
    const take = await opened();
    await take.sendAll();
    const { recordingId, merkleRoot } = await take.complete();
    const key = takeKey(take.organizationId, take.uploadId, merkleRoot);
    await until('the parts to go', async () => (await blobsOf(service, take.ref)).join() === key);
    await service.send('recordings.delete', {
      organizationId: take.organizationId,
      recordingId,
      reason: 'operator',
    });
    expect(await blobsOf(service, take.ref)).toEqual([]);
  });

  it('finds bytes that changed in the store after they counted, asks for them again, and lands once they are right', async () => {
    const take = await opened();
    await take.sendAll();
    expect((await stateOf(take)).storedParts).toEqual([1, 2, 3]);
    const [, second] = take.parts;
    if (!second) throw new Error('no second part');
    const Key = partKey(take.organizationId, take.uploadId, second);
    await operator.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: randomBytes(PART) }));
    await expect(take.complete()).rejects.toMatchObject({ extras: { field: 'parts' } });
    expect((await stateOf(take)).storedParts).toEqual([1, 3]);
    expect(await take.sendAll()).toBe(1);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('asks again for a part that the store has lost', async () => {
    const take = await opened();
    await take.sendAll();
    expect((await stateOf(take)).storedParts).toEqual([1, 2, 3]);
    const [first = ''] = await blobsOf(service, take.ref);
    await service.app.get(ObjectStore).remove([first]);
    await expect(take.complete()).rejects.toMatchObject({ extras: { field: 'parts' } });
    expect(await take.sendAll()).toBe(1);
    expect((await take.complete()).sha256).toBe(sha256(take.bytes));
  });

  it('that broke off in the store is swept: its multipart upload is aborted, those of others are not', async () => {
    const [organizationId, uploadId, root] = [newId('organization'), newId('upload'), '0'.repeat(64)];
    const take = takeKey(organizationId, uploadId, root);
    const copy = renditionKey({ organizationId, uploadId, name: 'seekable' }, root);
    for (const Key of [take, copy, 'somebody/else'])
      await operator.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }));
    const store = service.app.get(ObjectStore);
    expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(0);
    expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(2);
    const { Uploads = [] } = await operator.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
    expect(Uploads.map((upload) => upload.Key)).toEqual(['somebody/else']);
  });

  it('that broke off in the store goes with its upload, and that of no other upload', async () => {
    const [organizationId, root] = [newId('organization'), '0'.repeat(64)];
    const [gone, kept] = [newId('upload'), newId('upload')];
    for (const uploadId of [gone, gone, kept]) {
      const Key = takeKey(organizationId, uploadId, root);
      await operator.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }));
    }
    const store = service.app.get(ObjectStore);
    const drop = () => store.dropUnfinished(uploadPrefix(organizationId, gone));
    await Promise.all([drop(), drop(), drop()]);
    const Prefix = `${organizationId}/`;
    const { Uploads = [] } = await operator.send(new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix }));
    expect(Uploads.map(({ Key }) => Key)).toEqual([takeKey(organizationId, kept, root)]);
  });

  it('where clients do not reach the store passes every byte through the service, and gives one object all the same', async () => {
    const behind = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...server.serviceEnv,
      ...ENV,
      CAPTURE_S3_DIRECT: 'false',
    });
    const take = new Uploader(behind, REAL_TAKE);
    await take.open();
    expect(new URL((await take.grant(1)).url).pathname).toMatch(/^\/api\/v1\/uploads\//);
    await take.sendAll();
    const { recordingId, trackId } = await take.complete();
    await until('the parts to go', async () => (await blobsOf(behind, take.ref)).length === 1);
    const path = `/v1/recordings/${recordingId}/tracks/${trackId}/download-url`;
    const { body } = await behind.call<DownloadUrlDto>('POST', path, {
      principal: keyPrincipal({ organizationId: take.organizationId }),
      body: {},
    });
    expect(new URL(body.url).pathname).toBe(`/api/v1/media/${trackId}`);
    await behind.stop();
  });
});
