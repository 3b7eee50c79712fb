import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Problem } from '@capture/contracts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, sha256, Uploader } from '../fixtures/take.js';

const run = promisify(execFile);
const PART = 64 * 1024;
let mountPoint: string;
let service: RecordingsUnderTest;

// A file system of one megabyte: a real full disk.
beforeAll(async () => {
  mountPoint = await mkdtemp(join(tmpdir(), 'capture-test-full-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mountPoint]);
  const env = {
    CAPTURE_STORE_DIR: join(mountPoint, 'store'),
    CAPTURE_PART_SIZE_BYTES: String(PART),
    CAPTURE_STORE_RESERVE_BYTES: '0',
  };
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), env);
});
afterAll(async () => {
  await service.stop();
  await run('umount', [mountPoint]);
  await rm(mountPoint, { recursive: true, force: true });
});

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(mountPoint);
  return bavail * bsize;
}

it('scenario 34: a full disk answers 507 storage_full, also to who opens a take, keeps what was stored, leaves nothing half-written, and goes on once there is room', async () => {
  const take = new Uploader(service, noiseTake(4 * PART));
  await take.open();
  expect((await take.put(await take.grant(1))).status).toBe(204);
  const ballast = join(mountPoint, 'ballast');
  await writeFile(ballast, Buffer.alloc((await freeBytes()) - PART / 2));
  const free = await freeBytes();
  const grant = await take.grant(2);
  const refused = await take.put(grant);
  expect(refused.status).toBe(507);
  expect(((await refused.json()) as Problem).code).toBe('storage_full');
  expect(await freeBytes()).toBe(free);
  await expect(new Uploader(service, take.bytes).open()).rejects.toMatchObject({ code: 'storage_full' });
  // Whoever lost the answer to the first opening is told what it was.
  await take.open();
  expect(await service.send('recordings.upload_state', take.ref)).toMatchObject({ storedParts: [1] });
  await rm(ballast);
  expect((await take.put(grant)).status).toBe(204);
  expect(await take.sendAll()).toBe(2);
  expect((await take.complete()).sha256).toBe(sha256(take.bytes));
});
