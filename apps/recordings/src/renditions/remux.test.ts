import { describe, expect, it } from 'vitest';
import { box, headerOf, u32 } from '../../test/fixtures/fragmented.js';
import type { TakeFile } from '../takes/take-file.js';
import { remux } from './remux.js';

const live = new AbortController().signal;
/** Mono, 16 bits, 48 kHz. */
const PCM = box('sowt', Buffer.alloc(16), Buffer.from([0, 1, 0, 16, 0, 0, 0, 0, 0xbb, 0x80, 0, 0]));
const OPUS = box('Opus', Buffer.alloc(28), box('dOps', Buffer.from([0, 1, 0, 0, 0, 0, 0xbb, 0x80, 0, 0, 0])));
const TICKS_PER_SECOND = 30_000;

async function sizeOfCopy(bytes: Buffer): Promise<number> {
  const read = (start: number, end: number): Promise<Buffer> => Promise.resolve(bytes.subarray(start, end));
  let size = 0;
  await remux(
    { sizeBytes: bytes.length, read } as TakeFile,
    async (piece) => void (size += piece.length),
    live,
  );
  return size;
}

/** Plain sound in chunks of one sample, each so many seconds after the one before. */
function soundOf(chunks: number, apartSec: number): Buffer {
  const offsets = Array.from({ length: chunks }, () => 8);
  const tables = [
    box('stts', u32(0, 1, chunks, apartSec * TICKS_PER_SECOND)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stco', u32(0, chunks, ...offsets)),
  ];
  return headerOf({ entry: PCM, handler: 'soun', tables });
}

describe('a copy of a file of some hundred bytes', () => {
  it('is refused where plain sound has a gap, before as much silence is made as the file says', async () => {
    await expect(sizeOfCopy(soundOf(2, 3600))).rejects.toThrow('with gaps');
  });

  it('is refused where it claims packets without bytes', async () => {
    const tables = [
      box('stts', u32(0, 1, 10_000, 1)),
      box('stsc', u32(0, 1, 1, 10_000, 1)),
      box('stco', u32(0, 1, 8)),
      box('stsz', u32(0, 0, 1, 0)),
    ];
    await expect(sizeOfCopy(headerOf({ entry: OPUS, handler: 'soun', tables }))).rejects.toThrow(
      'more media than it has bytes for',
    );
  });
});

it('a copy leaves others their turn, however much of the file is in memory', async () => {
  const packets = 20_000;
  const tables = [
    box('stts', u32(0, 1, packets, 1)),
    box('stsc', u32(0, 1, 1, packets, 1)),
    box('stco', u32(0, 1, 8)),
    box('stsz', u32(0, 1, packets)),
  ];
  const file = Buffer.concat([headerOf({ entry: OPUS, handler: 'soun', tables }), Buffer.alloc(packets)]);
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  expect(await sizeOfCopy(file)).toBeGreaterThan(packets);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(60);
});
