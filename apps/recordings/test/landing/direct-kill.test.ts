import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { OPERATOR } from '@capture/service-testing';
import { S3Server, seeded, soak, until } from '@capture/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { uploadPrefix } from '../../src/store/object-keys.js';
import { build, KillableService } from '../fixtures/killable-service.js';
import { makeSandbox, type Sandbox } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const PART = 64 * 1024;
let server: S3Server;
let sandbox: Sandbox;
let service: KillableService;
let database: pg.Client;
let bucket: S3Client;

beforeAll(async () => {
  await build();
  server = await S3Server.start({ minPartBytes: 1 });
  sandbox = await makeSandbox(inject('postgresAdminUrl'), {
    ...server.serviceEnv,
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_S3_MIN_PART_BYTES: '1',
    CAPTURE_ORPHAN_GRACE_SEC: '0',
    CAPTURE_UPLOAD_SWEEP_SEC: '1',
  });
  service = new KillableService(sandbox);
  await service.up();
  database = new pg.Client({ connectionString: sandbox.databaseUrl, options: '-c capture.organization=*' });
  await database.connect();
  bucket = new S3Client({ ...server.settings, forcePathStyle: true });
});
afterAll(async () => {
  await service.kill();
  bucket.destroy();
  await database.end();
  await sandbox.drop();
  await server.stop();
});

/** Parts, files and unfinished multipart uploads that the store holds of a take, after a sweep. */
async function keptOf(take: Uploader): Promise<{ objects: number; unfinished: number }> {
  await fetch(service.local('/operator/v1/uploads/reconcile'), {
    method: 'POST',
    headers: service.sign(OPERATOR),
  });
  const { bucket: Bucket } = server.settings;
  const Prefix = uploadPrefix(take.organizationId, take.uploadId);
  const { Contents = [] } = await bucket.send(new ListObjectsV2Command({ Bucket, Prefix }));
  const { Uploads = [] } = await bucket.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  return { objects: Contents.length, unfinished: Uploads.length };
}

it(
  'scenario 31: complete that is killed while the store joins a take lands one recording, and the sweep leaves one object of it',
  async () => {
    const random = seeded(31);
    for (let kills = 0; kills < soak(20); kills += 1) {
      const take = new Uploader(service, noiseTake(8 * PART));
      await take.open();
      await take.sendAll();
      const running = take.complete().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, random() * 400));
      await service.kill();
      await service.up();
      await running;
      expect((await take.complete()).sha256).toBe(sha256(take.bytes));
      const { rows } = await database.query('SELECT id FROM recording WHERE organization_id = $1', [
        take.organizationId,
      ]);
      expect(rows).toHaveLength(1);
      await until('one object and nothing else', async () => {
        const { objects, unfinished } = await keptOf(take);
        return objects === 1 && unfinished === 0;
      });
    }
  },
  60_000 + soak(20) * 30_000,
);
