import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { FilesystemStore } from '../../src/store/filesystem-store.js';
import { partKey } from '../../src/store/object-keys.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, sha256, Uploader } from '../fixtures/take.js';
import type { VolatileDisk } from '../fixtures/volatile-disk.js';

const { disks } = vi.hoisted(() => ({ disks: [] as VolatileDisk[] }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const { VolatileDisk: Disk } = await import('../fixtures/volatile-disk.js');
  const disk = new Disk(await importOriginal());
  disks.push(disk);
  return disk.functions;
});

function theDisk(): VolatileDisk {
  const [disk] = disks;
  if (!disk) throw new Error('the file system is not replaced');
  return disk;
}

let folder: string;
/** Neither it nor what is above it, up to the folder, is there when the store starts. */
const STORE = join('data', 'store');

async function prepare(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'capture-test-power-'));
  theDisk().watch(join(folder, 'disk'));
}

/** What the store holds after the power was cut now. */
async function afterPowerCut(): Promise<Map<string, Buffer>> {
  const left = await mkdtemp(join(folder, 'left-'));
  await theDisk().cutPower(left);
  const store = new FilesystemStore(join(left, STORE));
  const found = new Map<string, Buffer>();
  for await (const { key } of store.list()) {
    const chunks: Buffer[] = [];
    for await (const chunk of store.read(key)) chunks.push(chunk as Buffer);
    found.set(key, Buffer.concat(chunks));
  }
  return found;
}

afterEach(() => theDisk().reset());

describe('a part that was acknowledged', () => {
  let service: RecordingsUnderTest;
  beforeAll(async () => {
    await prepare();
    const env = { CAPTURE_STORE_DIR: join(folder, 'disk', STORE) };
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), env);
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const keyOf = (take: Uploader, number: number): string =>
    partKey(take.organizationId, take.uploadId, { number, sha256: sha256(take.part(number)) });
  const storedParts = async (take: Uploader): Promise<number[]> =>
    (await service.send('recordings.upload_state', take.ref)).storedParts;

  it('survives a power cut at that moment, the first of a new store as well as later ones', async () => {
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    for (const { number } of take.parts) {
      expect((await take.put(await take.grant(number))).status).toBe(204);
      expect((await afterPowerCut()).get(keyOf(take, number))?.equals(take.part(number))).toBe(true);
    }
  });

  it('was on stable storage before it was counted, and counted before the answer', async () => {
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    const grant = await take.grant(1);
    let syncs = 0;
    let answered = false;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    theDisk().beforeSync = () => {
      syncs += 1;
      return held;
    };
    const sent = take.put(grant).finally(() => (answered = true));
    await until('the bytes are being synced', () => syncs > 0);
    expect([await storedParts(take), answered]).toEqual([[], false]);
    release();
    expect((await sent).status).toBe(204);
    expect(await storedParts(take)).toEqual([1]);
  });

  it('is none whose sync failed: it is refused, not counted, and may be sent again', async () => {
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    const grant = await take.grant(1);
    theDisk().beforeSync = () => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    };
    expect((await take.put(grant)).status).toBe(503);
    expect(await storedParts(take)).toEqual([]);
    theDisk().reset();
    expect((await take.put(grant)).status).toBe(204);
    expect((await afterPowerCut()).get(keyOf(take, 1))?.equals(take.part(1))).toBe(true);
  });
});

describe('the filesystem store', () => {
  let store: FilesystemStore;
  beforeEach(async () => {
    await prepare();
    store = new FilesystemStore(join(folder, 'disk', STORE));
  });
  afterEach(async () => {
    store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ids = { organizationId: newId('organization'), uploadId: newId('upload') };
  const someBlob = (number = 1): { key: string; bytes: Buffer } => {
    const bytes = randomBytes(300_000);
    return { bytes, key: partKey(ids.organizationId, ids.uploadId, { number, sha256: sha256(bytes) }) };
  };
  async function* bodyOf(bytes: Buffer): AsyncGenerator<Buffer> {
    // Copies: the store may give the memory of its chunks back.
    for (let at = 0; at < bytes.length; at += 50_000)
      yield await Promise.resolve(Buffer.from(bytes.subarray(at, at + 50_000)));
  }

  it('keeps a blob over a power cut in a directory that was removed meanwhile and made again', async () => {
    const [first, second] = [someBlob(1), someBlob(2)];
    await store.put(first.key, bodyOf(first.bytes), first.bytes.length);
    await store.remove([first.key]);
    await store.put(second.key, bodyOf(second.bytes), second.bytes.length);
    expect((await afterPowerCut()).get(second.key)?.equals(second.bytes)).toBe(true);
  });

  it('keeps a blob over a power cut whose directory another process removed just before the rename', async () => {
    const { key, bytes } = someBlob();
    theDisk().beforeRename = async (to) => {
      theDisk().reset();
      await rmdir(dirname(to));
      await rmdir(dirname(dirname(to)));
    };
    await store.put(key, bodyOf(bytes), bytes.length);
    expect((await afterPowerCut()).get(key)?.equals(bytes)).toBe(true);
  });

  it.each([
    ['organization', 1],
    ['upload', 2],
  ])(
    'keeps a blob over a power cut whose %s has a folder that another process made and did not sync',
    async (_name, depth) => {
      const { key, bytes } = someBlob();
      const names = key.split('/').slice(0, depth);
      await store.check();
      await mkdir(join(folder, 'disk', STORE, 'blobs', ...names), { recursive: true });
      await store.put(key, bodyOf(bytes), bytes.length);
      expect((await afterPowerCut()).get(key)?.equals(bytes)).toBe(true);
    },
  );

  it.each([
    ['ENOSPC', 'storage_full'],
    ['EDQUOT', 'storage_full'],
    ['EIO', 'service_unavailable'],
  ])('a sync that fails with %s is a refusal with %s', async (code, refusal) => {
    const { key, bytes } = someBlob();
    theDisk().beforeSync = () => {
      throw Object.assign(new Error(code), { code });
    };
    await expect(store.put(key, bodyOf(bytes), bytes.length)).rejects.toMatchObject({ code: refusal });
  });

  it('takes nothing into folders that it could not close to others', async () => {
    const { key, bytes } = someBlob();
    theDisk().beforeChmod = () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    await expect(store.put(key, bodyOf(bytes), bytes.length)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('tries a rename again only where a folder is gone', async () => {
    const { key, bytes } = someBlob();
    let renames = 0;
    theDisk().beforeRename = () => {
      renames += 1;
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    await expect(store.put(key, bodyOf(bytes), bytes.length)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(renames).toBe(1);
  });

  it('a disk that fails while a folder is made again is no end of the upload', async () => {
    const { key, bytes } = someBlob();
    const failures = ['ENOENT', 'EIO'];
    theDisk().beforeRename = () => {
      const code = failures.shift();
      throw Object.assign(new Error(code), { code });
    };
    await expect(store.put(key, bodyOf(bytes), bytes.length)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(failures).toEqual([]);
  });

  it('shows nothing under a key while its bytes arrive, and nothing of them after a power cut', async () => {
    const { key, bytes } = someBlob();
    let arrived = (): void => undefined;
    const halfway = new Promise<void>((resolve) => (arrived = resolve));
    let goOn = (): void => undefined;
    const rest = new Promise<void>((resolve) => (goOn = resolve));
    const body = async function* (): AsyncGenerator<Buffer> {
      yield* bodyOf(bytes.subarray(0, 200_000));
      arrived();
      await rest;
      yield* bodyOf(bytes.subarray(200_000));
    };
    const put = store.put(key, body());
    await halfway;
    for await (const blob of store.list()) expect.fail(`${blob.key} is listed`);
    expect([...(await afterPowerCut()).keys()]).toEqual([]);
    goOn();
    await put;
    expect((await afterPowerCut()).get(key)?.equals(bytes)).toBe(true);
  });

  it('writes the rest of what a nearly full disk took only in part', async () => {
    const { key, bytes } = someBlob();
    theDisk().nextWriteTakes = 1000;
    await store.put(key, bodyOf(bytes), bytes.length);
    expect((await afterPowerCut()).get(key)?.equals(bytes)).toBe(true);
  });
});
