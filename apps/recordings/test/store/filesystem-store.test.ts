import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@capture/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FilesystemStore } from '../../src/store/filesystem-store.js';
import { partKey, uploadPrefix } from '../../src/store/object-keys.js';
import { filesOf } from '../fixtures/stores.js';
import { sha256 } from '../fixtures/take.js';

const BYTES = Buffer.from('the bytes of a part');
const organizationId = newId('organization');
const uploadId = newId('upload');
const keyOf = (number: number) => partKey(organizationId, uploadId, { number, sha256: sha256(BYTES) });

async function* body(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(BYTES));
}

async function* brokenOff(): AsyncGenerator<Buffer> {
  yield* body();
  throw new Error('cut');
}

let folder: string;
let root: string;
let store: FilesystemStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capture-test-files-'));
  root = join(folder, 'store');
  store = new FilesystemStore(root);
});
afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});

/** Files below the folder that this process has open. */
async function openFiles(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(folder));
}

async function listAll(prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('a filesystem store', () => {
  it('refuses a blob that would leave less than its reserve, and leaves nothing of it', async () => {
    const nearlyFull = new FilesystemStore(root, Number.MAX_SAFE_INTEGER);
    await expect(nearlyFull.put(keyOf(1), body(), BYTES.length)).rejects.toMatchObject({
      code: 'storage_full',
    });
    expect(await filesOf(root)).toEqual([]);
  });

  it('leaves nothing of a blob whose body failed', async () => {
    await expect(store.put(keyOf(1), brokenOff(), BYTES.length)).rejects.toThrow('cut');
    expect(await filesOf(root)).toEqual([]);
  });

  it('holds no file open when it has written, read or failed to', async () => {
    await store.put(keyOf(1), body(), BYTES.length);
    await store.deliver(keyOf(1), { start: 0, end: 3 }, Buffer.alloc(4), () => Promise.resolve());
    await expect(
      store.deliver(keyOf(1), { start: 0, end: 3 }, Buffer.alloc(4), () =>
        Promise.reject(new Error('no more')),
      ),
    ).rejects.toThrow('no more');
    await expect(store.put(keyOf(2), brokenOff(), BYTES.length)).rejects.toThrow('cut');
    expect(await openFiles()).toEqual([]);
  });

  it("takes an upload's folder away with its last blob, and not before", async () => {
    for (const number of [1, 2]) await store.put(keyOf(number), body(), BYTES.length);
    const uploads = () => readdir(join(root, 'blobs', organizationId));
    await store.remove([keyOf(1)]);
    expect(await uploads()).toEqual([uploadId]);
    await store.remove([keyOf(2)]);
    expect(await uploads()).toEqual([]);
  });

  it('lists by prefixes that end within a name', async () => {
    for (const number of [1, 2, 12]) await store.put(keyOf(number), body(), BYTES.length);
    expect(await listAll(keyOf(1).slice(0, -64))).toEqual([keyOf(1)]);
  });

  describe('of which something cannot be looked at', () => {
    /** Puts a link that leads to itself in the place of a file or folder: the system calls fail, and it is still there. */
    async function obstruct(path: string): Promise<void> {
      await rename(path, `${path}.away`);
      await symlink(path, path);
    }
    const refusal = { code: 'service_unavailable' };
    const prefix = uploadPrefix(organizationId, uploadId);
    beforeEach(() => store.put(keyOf(1), body(), BYTES.length));

    it('does not take a folder or a file for absent', async () => {
      await obstruct(join(root, 'blobs', keyOf(1)));
      await expect(listAll(prefix)).rejects.toMatchObject(refusal);
      await obstruct(join(root, 'blobs', organizationId, uploadId));
      await expect(listAll(prefix)).rejects.toMatchObject(refusal);
      await obstruct(join(root, 'blobs'));
      await expect(listAll()).rejects.toMatchObject(refusal);
    });

    it('does not say that nothing unfinished is left', async () => {
      const leftover = join(root, 'incoming', 'leftover');
      await writeFile(leftover, BYTES);
      await obstruct(leftover);
      await expect(store.sweep(new Date())).rejects.toMatchObject(refusal);
      await obstruct(join(root, 'incoming'));
      await expect(store.sweep(new Date())).rejects.toMatchObject(refusal);
      await expect(store.dropUnfinished(prefix)).rejects.toMatchObject(refusal);
    });
  });

  it('holds nothing where nothing was ever written', async () => {
    expect(await listAll()).toEqual([]);
    expect(await store.sweep(new Date())).toBe(0);
    await store.dropUnfinished(uploadPrefix(organizationId, uploadId));
  });

  it('removes what interrupted writes left behind once it is old enough, and counts it', async () => {
    await store.check();
    const [old, fresh] = ['old', 'fresh'].map((name) => join(root, 'incoming', name)) as [string, string];
    await Promise.all([writeFile(old, BYTES), writeFile(fresh, BYTES)]);
    await utimes(old, new Date(1_000), new Date(1_000));
    expect(await store.sweep(new Date(60_000))).toBe(1);
    expect(await filesOf(root)).toEqual(['fresh']);
  });

  it.each(['blobs', 'incoming'])(
    'says that it cannot take bytes when its folder %s cannot be made',
    async (name) => {
      await mkdir(root, { recursive: true });
      await writeFile(join(root, name), '');
      await expect(store.check()).rejects.toThrow('EEXIST');
    },
  );

  it('takes bytes again once what kept it from making its folders is gone', async () => {
    await mkdir(root, { recursive: true });
    const obstacle = join(root, 'blobs');
    await writeFile(obstacle, '');
    await expect(store.put(keyOf(1), body(), BYTES.length)).rejects.toThrow();
    await rm(obstacle);
    await store.put(keyOf(1), body(), BYTES.length);
    expect(await filesOf(root)).toHaveLength(1);
  });

  it('closes to others what was left open to them, and makes nothing that they can enter or read', async () => {
    await mkdir(join(root, 'blobs'), { recursive: true });
    for (const path of [root, join(root, 'blobs')]) await chmod(path, 0o755);
    await store.put(keyOf(1), body(), BYTES.length);
    const made = join(root, 'blobs', uploadPrefix(organizationId, uploadId));
    const folders = [root, join(root, 'blobs'), join(root, 'incoming'), made];
    expect(await Promise.all(folders.map(modeOf))).toEqual(['700', '700', '700', '700']);
    expect(await modeOf(join(root, 'blobs', keyOf(1)))).toBe('600');
  });
});
