import { expect, it } from 'vitest';
import * as mp4 from '../../../test/fixtures/fragmented.js';
import { byteLength } from './boxes.js';
import { planOf, type SourceFile } from './defragment.js';

const { AUDIO, VIDEO } = mp4;
const GIB = 2 ** 30;
const MIB = 2 ** 20;
const live = new AbortController().signal;

/** Of which only the headers of fragments are ever made. */
function filmOf(fragments: number, mediaBytes: number, runsOf: (index: number) => mp4.Run[]): SourceFile {
  const { sizeBytes, read } = mp4.filmOf(fragments, mediaBytes, runsOf);
  return mp4.sparseFile(sizeBytes, read);
}

/** Of an index: contents of boxes of a type, wherever they are. */
function tables(head: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = head.indexOf(type); at >= 0; at = head.indexOf(type, at + 1))
    found.push(head.subarray(at + 4, at - 4 + head.readUInt32BE(at - 4)));
  return found;
}

const gibibyte = (index: number): mp4.Run[] => [
  { id: VIDEO, time: 30_000 * index, samples: [[30_000, GIB - 5, 0, 0]] },
  { id: AUDIO, time: 48_000 * index, samples: [[48_000, 5, 0, 0]] },
];

it('a copy of more than 4 GiB has offsets of 64 bits, and they are right', async () => {
  const plan = await planOf(filmOf(5, GIB, gibibyte), live);
  const head = Buffer.concat(plan?.head ?? []);
  const offsets = tables(head, 'co64').map((table) =>
    Array.from({ length: table.readUInt32BE(4) }, (_value, index) =>
      Number(table.readBigUInt64BE(8 + 8 * index)),
    ),
  );
  const starts = [0, 1, 2, 3, 4].map((index) => head.length + index * GIB);
  expect(offsets).toEqual([starts, starts.map((start) => start + GIB - 5)]);
  expect(tables(head, 'stco')).toEqual([]);
  expect(head.subarray(-16)).toEqual(mp4.largeHeader('mdat', 16 + 5 * GIB));
});

it('the largest copy with offsets of 32 bits has its last byte at 2^32 - 2', async () => {
  const sized = (media: number) => (): mp4.Run[] => [{ id: VIDEO, time: 0, samples: [[1, media, 0, 0]] }];
  const planFor = async (media: number): Promise<Buffer> =>
    Buffer.concat((await planOf(filmOf(1, media, sized(media)), live))?.head ?? []);
  const most = 2 ** 32 - 1 - (await planFor(1000)).length;
  const [narrow, wide] = [await planFor(most), await planFor(most + 1)];
  expect(narrow.length + most).toBe(2 ** 32 - 1);
  expect([tables(narrow, 'co64').length, tables(wide, 'co64').length]).toEqual([0, 1]);
});

it('four hours of 30 pictures a second and sound need less than 16 MiB for their index', async () => {
  const seconds = 4 * 3600;
  // Cameras deliver no two pictures after the same time.
  const second = (index: number): mp4.Run[] => [
    {
      id: VIDEO,
      time: 30_000 * index,
      samples: Array.from({ length: 30 }, (_value, n) => [
        997 + (n % 7),
        33_000 + n,
        n ? 0x1_0000 : 0,
        n % 3,
      ]),
    },
    {
      id: AUDIO,
      time: 48_000 * index,
      samples: Array.from({ length: 50 }, (_value, n) => [960, 300 + n, 0, 0]),
    },
  ];
  const plan = await planOf(filmOf(seconds, MIB, second), live);
  expect(byteLength(plan?.head ?? [])).toBeGreaterThan(80 * 4 * seconds);
  expect(byteLength(plan?.head ?? [])).toBeLessThan(16 * MIB);
  expect(plan?.payloads).toHaveLength(seconds);
});
