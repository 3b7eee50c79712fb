import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@capture/contracts';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HashingThreads } from '../../src/hashing/hashing-threads.js';
import { WholeFileHashes } from '../../src/hashing/whole-file-hashes.js';
import { FilesystemStore } from '../../src/store/filesystem-store.js';
import { partKey } from '../../src/store/object-keys.js';
import { TakeFile } from '../../src/takes/take-file.js';
import type { StoredPart } from '../../src/takes/upload.model.js';
import { sha256 } from '../fixtures/take.js';

const PART_BYTES = 700_000;

let directory: string;
let store: FilesystemStore;
let hashes: WholeFileHashes;
let upload: { organizationId: string; uploadId: string };

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'capture-test-store-'));
  store = new FilesystemStore(directory);
  hashes = new WholeFileHashes(store);
  upload = { organizationId: newId('organization'), uploadId: newId('upload') };
});
afterEach(async () => {
  await hashes.onApplicationShutdown();
  await rm(directory, { recursive: true, force: true });
});

const keyOf = (part: StoredPart): string => partKey(upload.organizationId, upload.uploadId, part);

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
}

type Sent = StoredPart & { bytes: Buffer };

/** A part in the store, of random bytes. */
async function sent(number: number): Promise<Sent> {
  const bytes = randomBytes(PART_BYTES);
  const part = { number, size: bytes.length, sha256: sha256(bytes), bytes };
  await store.put(keyOf(part), once(bytes), bytes.length);
  return part;
}

const several = (count: number): Promise<Sent[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => sent(index + 1)));

/** What is published of a file with these parts. */
function hashOf(parts: StoredPart[], by = hashes): Promise<string> {
  return by.of(upload, new TakeFile(store, upload, parts, PART_BYTES), parts);
}

const right = (parts: Sent[]): string => sha256(Buffer.concat(parts.map(({ bytes }) => bytes)));

interface Inside {
  carried: Map<string, { work: Promise<void> }>;
  threads: {
    threads: ({ worker: { terminate(): Promise<number> }; waiting: Map<number, unknown> } | undefined)[];
  };
}
const inside = (): Inside => hashes as unknown as Inside;

/** Resolves when all that has arrived and was next is hashed. */
const caughtUp = (): Promise<void> => inside().carried.get(upload.uploadId)?.work ?? Promise.resolve();

/** From now on nothing can be read. */
const takeAway = (parts: StoredPart[]): Promise<void> => store.remove(parts.map(keyOf));

describe('the hash of a whole file', () => {
  it.each([[[0, 1, 2, 3]], [[2, 0, 1, 3]], [[3, 2, 1, 0]], [[0, 0, 1, 2, 1, 3]]])(
    'is known at complete without reading the parts again, in whatever order they arrived: %j',
    async (order) => {
      const parts = await several(4);
      for (const index of order) hashes.arrived(upload, parts[index]!);
      await caughtUp();
      await takeAway(parts);
      expect(await hashOf(parts)).toBe(right(parts));
    },
  );

  it('goes on from the last part that was hashed', async () => {
    const parts = await several(4);
    hashes.arrived(upload, parts[0]!);
    hashes.arrived(upload, parts[1]!);
    await caughtUp();
    await takeAway(parts.slice(0, 2));
    expect(await hashOf(parts)).toBe(right(parts));
  });

  it('is that of the listed parts when one of them was replaced after it was hashed', async () => {
    const parts = await several(3);
    for (const part of parts) hashes.arrived(upload, part);
    const replaced = await sent(2);
    hashes.arrived(upload, replaced);
    const now = [parts[0]!, replaced, parts[2]!];
    expect(await hashOf(now)).toBe(right(now));
  });

  it('is that of the listed parts when one of them was replaced before its turn', async () => {
    const [first, second, third] = await several(3);
    hashes.arrived(upload, second!);
    const replaced = await sent(2);
    for (const part of [replaced, first!, third!]) hashes.arrived(upload, part);
    await caughtUp();
    const now = [first!, replaced, third!];
    await takeAway(now);
    expect(await hashOf(now)).toBe(right(now));
  });

  it('is that of the listed parts when more were sent than are listed', async () => {
    const parts = await several(3);
    for (const part of parts) hashes.arrived(upload, part);
    expect(await hashOf(parts.slice(0, 2))).toBe(right(parts.slice(0, 2)));
  });

  it('is read from the beginning by a process that saw none, or only some, of the parts arrive', async () => {
    const parts = await several(3);
    hashes.arrived(upload, parts[1]!);
    expect(await hashOf(parts)).toBe(right(parts));
    const other = new WholeFileHashes(store);
    expect(await hashOf(parts, other)).toBe(right(parts));
    await other.onApplicationShutdown();
  });

  it('is right when a part could not be read while it was followed, and can be by now', async () => {
    const parts = await several(2);
    hashes.arrived(upload, parts[0]!);
    await takeAway([parts[1]!]);
    hashes.arrived(upload, parts[1]!);
    await expect(caughtUp()).rejects.toThrow();
    await store.put(keyOf(parts[1]!), once(parts[1]!.bytes), PART_BYTES);
    expect(await hashOf(parts)).toBe(right(parts));
  });

  it('is none when a part has other bytes than it counted with', async () => {
    const parts = await several(2);
    await truncate(store.pathOf(keyOf(parts[1]!)), PART_BYTES - 1);
    for (const part of parts) hashes.arrived(upload, part);
    await expect(hashOf(parts)).rejects.toThrow('699999 bytes instead of 700000');
  });

  it('is right for everybody who asks at once', async () => {
    const parts = await several(3);
    for (const part of parts) hashes.arrived(upload, part);
    const all = await Promise.all([hashOf(parts), hashOf(parts), hashOf(parts)]);
    expect(new Set(all)).toEqual(new Set([right(parts)]));
  });

  it('is right after a thread has died, with what it had hashed', async () => {
    const parts = await several(2);
    hashes.arrived(upload, parts[0]!);
    await caughtUp();
    for (const thread of inside().threads.threads) await thread?.worker.terminate();
    expect(await hashOf(parts)).toBe(right(parts));
  });

  it('is never that of what is left when some of it was lost', async () => {
    const [part] = await several(1);
    const threads = new HashingThreads();
    const [failed, dropped] = [threads.begin(), threads.begin()];
    await expect(failed.add(store.pathOf(keyOf(part!)), PART_BYTES + 1)).rejects.toThrow();
    await expect(failed.add(store.pathOf(keyOf(part!)), PART_BYTES)).rejects.toThrow('not kept');
    dropped.drop();
    await expect(dropped.digest()).rejects.toThrow('not kept');
    await threads.end();
  });

  it('is read without leaving a file open', async () => {
    const parts = await several(2);
    hashes.arrived(upload, parts[0]!);
    await hashOf(parts);
    await expect(hashOf([{ ...parts[0]!, size: 1 }])).rejects.toThrow();
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    );
    expect((await Promise.all(links)).filter((path) => path.startsWith(directory))).toEqual([]);
  });

  it('is followed for so many uploads at once and no more', async () => {
    const mine = upload;
    const parts = await several(1);
    hashes.arrived(mine, parts[0]!);
    for (let count = 0; count < 300; count += 1)
      hashes.arrived({ ...mine, uploadId: newId('upload') }, { number: 2, size: 1, sha256: 'ab'.repeat(32) });
    expect(inside().carried.size).toBe(256);
    expect(inside().carried.has(mine.uploadId)).toBe(false);
    expect(await hashOf(parts)).toBe(right(parts));
    await until('no call that waits', () =>
      inside().threads.threads.every((thread) => (thread?.waiting.size ?? 0) === 0),
    );
  });

  it('is forgotten with its upload', async () => {
    const parts = await several(1);
    hashes.arrived(upload, parts[0]!);
    hashes.forget(upload.uploadId);
    expect(inside().carried.size).toBe(0);
  });
});
