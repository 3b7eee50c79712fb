import { createHash, randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { hashedParts } from './hashed-parts.js';
import type { StorageWorker } from './storage-worker.js';
import type { TakeRecord } from './take-record.js';
import { TakeWriter } from './take-writer.js';

const MIB = 2 ** 20;
/** Where the device remembers none. */
const PART_BYTES = 8 * MIB;
const media = randomBytes(21 * MIB);
const hashOf = (part: number) => [
  ...createHash('sha256')
    .update(media.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
    .digest(),
];

/** What is hashed of the media, written in chunks of so many bytes. */
async function written(chunkBytes: number, segment = 0) {
  const storage = { send: () => Promise.resolve() } as unknown as StorageWorker;
  const writer = new TakeWriter(storage, { id: 'take' } as TakeRecord);
  for (let index = 0; index <= segment; index++) writer.beginSegment(index);
  for (let at = 0; at < media.length; at += chunkBytes)
    await writer.append(new Blob([media.subarray(at, at + chunkBytes)]), at);
  return hashedParts[`take${PART_BYTES}`];
}

it.each([MIB, 3 * MIB - 7, PART_BYTES])(
  'the whole parts of a first file are hashed while it is written, in chunks of %i bytes',
  async (chunkBytes) => {
    expect(await written(chunkBytes)).toEqual([hashOf(0), hashOf(1)]);
  },
);

it('nothing is hashed any more once there is another file, as the two are joined in the end', async () => {
  expect(await written(3 * MIB, 1)).toBeUndefined();
});

it('a part that cannot be hashed is left to the upload, and ends no recording', async () => {
  const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('no memory'));
  expect(await written(4 * MIB)).toEqual([null, hashOf(1)]);
  digest.mockRestore();
});
