import { expect, it } from 'vitest';
import { box, headerOf, moofOf, u32, VIDEO } from '../../test/fixtures/fragmented.js';
import { openMedia } from './media-input.js';

/** A run of that many samples in 20 bytes: none has a field of its own. */
function filmOf(samples: number): Buffer {
  const avcC = box('avcC', Buffer.from([1, 66, 0, 31, 255, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 1]));
  const header = headerOf({ entry: box('avc1', Buffer.alloc(78), avcC), trex: [1, 1, 0, 0] });
  const moof = moofOf([{ id: VIDEO, time: 0, samples: [], flags: 1, count: samples }]);
  return Buffer.concat([header, moof, box('mdat', u32(0))]);
}

const lengthOf = async (bytes: Buffer): Promise<number> => {
  const input = await openMedia({ sizeBytes: bytes.length }, (start, end) =>
    Promise.resolve(bytes.subarray(start, end)),
  );
  return input.computeDuration();
};

it('a run that claims more samples than a fragment has is an error, not memory', async () => {
  expect(await lengthOf(filmOf(90_000))).toBe(3);
  // Were these made, they would take some 200 MB; the 2^32 that the format allows end the process.
  await expect(lengthOf(filmOf(1_500_000))).rejects.toThrow('claims more samples');
});
