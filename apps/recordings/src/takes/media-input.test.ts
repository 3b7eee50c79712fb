import { describe, expect, it } from 'vitest';
import {
  AUDIO,
  box,
  FTYP,
  headerOf,
  moofOf,
  u32,
  VIDEO,
  type HeaderParts,
} from '../../test/fixtures/fragmented.js';
import { openMedia } from './media-input.js';

const AVCC = box('avcC', Buffer.from([1, 66, 0, 31, 255, 0xe1, 0, 2, 0x67, 1, 1, 0, 2, 0x68, 1]));
const PICTURES = box('avc1', Buffer.alloc(78), AVCC);
/** One channel of 16 bits; its samples are read chunk by chunk. */
const PCM = box('sowt', Buffer.alloc(16), Buffer.from([0, 1, 0, 16, 0, 0, 0, 0, 0xbb, 0x80, 0, 0]));
/** More than a file of some kilobytes has bytes for, and few enough that a test outlives them. */
const MANY = 2_000_000;
const MOST_U32 = 0xffff_ffff;

/** A run of that many samples in 20 bytes: none has a field of its own. */
function filmOf(samples: number): Buffer {
  const header = headerOf({ entry: PICTURES, trex: [1, 1, 1, 0] });
  const moof = moofOf([{ id: VIDEO, time: 0, samples: [], flags: 1, count: samples }]);
  return Buffer.concat([header, moof, box('mdat', Buffer.alloc(samples))]);
}

const lengthOf = async (bytes: Buffer, sizeBytes = bytes.length): Promise<number> => {
  const input = await openMedia({ sizeBytes }, (start, end) => {
    const read = Buffer.alloc(end - start);
    bytes.copy(read, 0, start, end);
    return Promise.resolve(read);
  });
  return input.computeDuration();
};

it('a run that claims more samples than a fragment has is an error, not memory', async () => {
  expect(await lengthOf(filmOf(90_000))).toBe(3);
  // Were these made, they would take more than 100 MB; the 2^32 that the format allows end the process.
  await expect(lengthOf(filmOf(600_000))).rejects.toThrow('claims more samples');
});

describe('a file of some hundred bytes that claims more than it has is an error, not memory:', () => {
  const TABLES = [box('stsc', u32(0, 1, 1, 1, 1)), box('stco', u32(0, 1, 0))];
  const counted = (type: string, count: number): Buffer => box(type, u32(0, count), u32(1, 1));
  const pictures = (parts: HeaderParts): Buffer => headerOf({ entry: PICTURES, ...parts });
  const withTables = (...tables: Buffer[]): Buffer => pictures({ tables });
  const meta = (...boxes: Buffer[]): Buffer => pictures({ inMovie: [box('meta', u32(0), ...boxes)] });
  const head = pictures({ trex: [1, 1, 0, 0] });
  const traf = (id: number, count: number) => ({ id, time: 0, samples: [], flags: 1, count });

  it.each<[string, Buffer]>([
    [
      'samples that have a time',
      withTables(box('stts', u32(0, 1, MANY, 1)), box('ctts', u32(0, 1, 1, 1)), ...TABLES),
    ],
    ['samples of no bits', withTables(counted('stts', 1), box('stz2', u32(0, 0, MANY)), ...TABLES)],
    ...['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64'].map((type): [string, Buffer] => [
      `entries of ${type} that lie in the boxes behind it`,
      withTables(box(type, u32(0, 3)), ...Array.from({ length: 6 }, () => counted('stts', 1)), ...TABLES),
    ]),
    [
      'edits',
      pictures({ edts: [box('edts', box('elst', u32(0, 2, 1, -1, 0x1_0000)), box('free', u32(0, 0, 0)))] }),
    ],
    ['sample descriptions', pictures({ inTrack: [box('stsd', u32(0, 3))] })],
    ['keys of no size', meta(box('keys', u32(0, MANY, 0, 0)), box('free', Buffer.alloc(8)))],
    ['keys', meta(box('keys', u32(0, 2), u32(8, 0)), box('free', Buffer.alloc(8)))],
    ['keys of an encryption', pictures({ inMovie: [box('pssh', u32(1 << 24, 0, 0, 0, 0, MANY, 0))] })],
    ['samples of two tracks', Buffer.concat([head, moofOf([traf(VIDEO, 400), traf(AUDIO, 1000)])])],
  ])('%s', async (_what, bytes) => {
    expect(bytes.length).toBeLessThan(2000);
    await expect(lengthOf(bytes)).rejects.toThrow(/claims? more|size/);
  });

  it('chunks of plain sound', async () => {
    const stsc = box('stsc', u32(0, 2, 1, 1, 1, MANY, 1, 1));
    const tables = [counted('stts', 1), stsc, box('stco', u32(0, 1, 0))];
    await expect(lengthOf(headerOf({ entry: PCM, handler: 'soun', tables }))).rejects.toThrow('more chunks');
  });

  it('tracks', async () => {
    const moov = headerOf({ entry: PICTURES }).subarray(FTYP.length + 8);
    const many = Buffer.concat([FTYP, box('moov', ...Array.from({ length: 20 }, () => moov))]);
    await expect(lengthOf(many)).rejects.toThrow('more tracks');
  });
});

it('a chunk that claims all samples that there can be is not counted through for each of them', async () => {
  const sizes = box('stsz', u32(0, 0, 2, 10, 20));
  const stsc = box('stsc', u32(0, 1, 1, MOST_U32, 1));
  const tables = [box('stts', u32(0, 1, 2, 15_000)), stsc, box('stco', u32(0, 1, 0)), sizes];
  expect(await lengthOf(headerOf({ entry: PICTURES, tables }))).toBe(1);
});

describe('a header that is gone through again and again is an error, not hours:', () => {
  const tables = (type: string, entries: Buffer): Buffer[] => [
    box(type, entries),
    ...Array<Buffer>(5000).fill(box(type, entries.subarray(0, type === 'tfra' ? 12 : 4), u32(0))),
  ];
  const chunks = u32(0, 5000, ...Array.from({ length: 5000 }, (_entry, index) => [index + 1, 1, 1]).flat());
  const places = Array.from({ length: 5000 }, (_entry, index) => [u32(index, 0), Buffer.alloc(3)]).flat();
  const fragments = Buffer.concat([u32(0, VIDEO, 0, 5000), ...places]);

  it.each<[string, Buffer, string]>([
    ['entries of stsc', headerOf({ entry: PICTURES, tables: tables('stsc', chunks) }), 'more entries'],
    [
      'entries of tfra',
      (() => {
        const mfra = box('mfra', ...tables('tfra', fragments), box('free', u32(0)));
        mfra.writeUInt32BE(mfra.length, mfra.length - 4);
        return Buffer.concat([headerOf({ entry: PICTURES, trex: [1, 1, 0, 0] }), mfra]);
      })(),
      'more entries',
    ],
    ['boxes', headerOf({ entry: PICTURES, inMovie: Array<Buffer>(100_001).fill(box('free')) }), 'more boxes'],
    [
      'tracks of fragments',
      headerOf({ inMovie: [box('mvex', ...Array<Buffer>(40).fill(box('trex', u32(0, 1, 1, 0, 0, 0))))] }),
      'more tracks',
    ],
  ])('%s', async (_what, bytes, reason) => {
    await expect(lengthOf(bytes)).rejects.toThrow(reason);
  });
});

it('boxes within boxes, deeper than any stack, are an error of the file', async () => {
  const depth = 100_000;
  const bytes = Buffer.alloc(8 * depth);
  for (let level = 0; level < depth; level += 1) {
    bytes.writeUInt32BE(8 * (depth - level), 8 * level);
    bytes.write('mdia', 8 * level + 4);
  }
  await expect(lengthOf(Buffer.concat([FTYP, box('moov', bytes)]))).rejects.toThrow();
});

it('a header as large as the file is not read into memory', async () => {
  const moov = Buffer.concat([FTYP, u32(2 ** 30), Buffer.from('moov')]);
  await expect(lengthOf(moov, 2 ** 31)).rejects.toThrow('too much at once');
});

describe('fragments that are looked through one after another', () => {
  /** As many samples of sound in each as the file has bytes, in some hundred bytes. Who looks for pictures goes through all of them. */
  const film = (fragments: number): Buffer => {
    const moof = moofOf([{ id: AUDIO, time: 0, samples: [], flags: 1, count: 40_000 }]);
    const all = Array.from({ length: fragments }, () => moof);
    const header = headerOf({ entry: PICTURES, trex: [1, 1, 1, 0] });
    return Buffer.concat([header, ...all, box('mdat', Buffer.alloc(40_000))]);
  };

  it('are an error of the file where that is out of all proportion to its bytes', async () => {
    expect(await lengthOf(film(2))).toBeGreaterThan(0);
    await expect(lengthOf(film(60))).rejects.toThrow('look at too much');
  });

  it('leave others their turn', async () => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    await lengthOf(film(20));
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(8);
  });
});
