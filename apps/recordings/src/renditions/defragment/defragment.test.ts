import { describe, expect, it } from 'vitest';
import * as mp4 from '../../../test/fixtures/fragmented.js';
import { NotRemuxable } from '../not-remuxable.js';
import { boxesIn } from './boxes.js';
import { defragment, planOf, type SourceFile } from './defragment.js';

const { AUDIO, VIDEO, box, u32 } = mp4;
const live = new AbortController().signal;
const SECOND = mp4.secondOf(0);

function fileOf(...parts: Buffer[]): SourceFile {
  return mp4.fileOf(Buffer.concat(parts));
}

const isOwn = async (file: SourceFile): Promise<boolean> => (await planOf(file, live)) !== undefined;

/** The copy; undefined where the file is left to another reader. */
async function copyOf(file: SourceFile): Promise<Buffer | undefined> {
  const plan = await planOf(file, live);
  const pieces: Buffer[] = [];
  if (plan) await defragment(file, plan, async (bytes) => void pieces.push(Buffer.from(bytes)), live);
  return plan && Buffer.concat(pieces);
}

/** Contents of the boxes at a path, such as `moov/trak/mdia`. */
function at(bytes: Buffer, path: string): Buffer[] {
  return path
    .split('/')
    .reduce(
      (found, type) =>
        found
          .flatMap((each) => boxesIn(each).filter((inner) => inner.type === type))
          .map(({ content }) => content),
      [bytes],
    );
}
const TABLE = 'moov/trak/mdia/minf/stbl';

describe('a file of a browser’s recorder', () => {
  it('becomes one whose index says what its fragments said, with the media after each other', async () => {
    const file = fileOf(mp4.headerOf(), mp4.fragmentOf(SECOND), mp4.fragmentOf(mp4.secondOf(2500, 2)));
    const copy = (await copyOf(file)) ?? Buffer.alloc(0);
    expect(boxesIn(copy).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat']);
    const base = copy.indexOf('mdat') + 4;
    // The second fragment began half a picture late: the one before lasts until then.
    expect(at(copy, `${TABLE}/stts`)[0]).toEqual(u32(0, 3, 1, 1000, 1, 1500, 3, 1000));
    expect(at(copy, `${TABLE}/stsz`)).toEqual([u32(0, 10, 5), u32(0, 5, 5)]);
    expect(at(copy, `${TABLE}/stss`)).toEqual([u32(0, 2, 1, 3)]);
    expect(at(copy, `${TABLE}/ctts`)).toEqual([]);
    expect(at(copy, `${TABLE}/stsc`)[0]).toEqual(u32(0, 2, 1, 2, 1, 2, 3, 1));
    expect(at(copy, `${TABLE}/stco`)).toEqual([u32(0, 2, base, base + 30), u32(0, 2, base + 20, base + 60)]);
    expect(at(copy, 'mdat')[0]).toEqual(
      Buffer.concat(
        at(Buffer.concat([mp4.fragmentOf(SECOND), mp4.fragmentOf(mp4.secondOf(2500, 2))]), 'mdat'),
      ),
    );
  });

  it('with a gap keeps it, however long: sound after it begins when it did', async () => {
    const late: mp4.Run = { id: AUDIO, time: 48_000_000, samples: [[960, 5, 0, 0]] };
    const copy = await copyOf(fileOf(mp4.headerOf(), mp4.fragmentOf(SECOND), mp4.fragmentOf([late])));
    expect(at(copy ?? Buffer.alloc(0), `${TABLE}/stts`)[1]).toEqual(
      u32(0, 3, 1, 1600, 1, 48_000_000 - 1600, 1, 960),
    );
  });

  it('whose sound begins later than its pictures has an edit that says so, exactly', async () => {
    const runs: mp4.Run[] = [
      { id: VIDEO, time: 0, samples: [[1000, 10, 0, 0]] },
      { id: AUDIO, time: 1601, samples: [[960, 5, 0, 0]] },
    ];
    const copy = (await copyOf(fileOf(mp4.headerOf(), mp4.fragmentOf(runs)))) ?? Buffer.alloc(0);
    const empty = [0, 1601 * 5, -1, -1, 0x1_0000];
    // Ticks of 1/240000 s, in which those of both tracks are whole.
    expect(at(copy, 'moov/mvhd')[0]?.readUInt32BE(12)).toBe(240_000);
    expect(at(copy, 'moov/trak/edts/elst')).toEqual([u32(1 << 24, 2, ...empty, 0, 960 * 5, 0, 0, 0x1_0000)]);
  });

  it('with signed composition offsets has them in a table of version 1', async () => {
    const samples = [
      [1000, 10, 0, 0],
      [1000, 10, 0x1_0000, -500],
    ];
    const copy = await copyOf(
      fileOf(mp4.headerOf(), mp4.fragmentOf([{ id: VIDEO, time: 0, samples, version: 1 }])),
    );
    expect(at(copy ?? Buffer.alloc(0), `${TABLE}/ctts`)).toEqual([u32(1 << 24, 2, 1, 0, 1, -500)]);
  });

  it('that is torn keeps the samples that are whole, wherever it was torn', async () => {
    const head = Buffer.concat([mp4.headerOf(), mp4.fragmentOf(SECOND)]);
    const last = mp4.fragmentOf(mp4.secondOf(2000));
    const media = last.length - 30;
    for (let cut = 0; cut <= last.length; cut += 1) {
      const copy = (await copyOf(fileOf(head, last.subarray(0, cut)))) ?? Buffer.alloc(0);
      const left = Math.max(0, cut - media);
      const counts = at(copy, `${TABLE}/stsz`).map((table) => table.readUInt32BE(8));
      expect(counts).toEqual([
        2 + Math.min(2, Math.floor(left / 10)),
        2 + Math.min(2, Math.floor(Math.max(0, left - 20) / 5)),
      ]);
    }
  });
});

describe('a file with something that is not known here is left to another reader', () => {
  const entry = box('avc1', Buffer.alloc(78));
  const filled = (...extra: mp4.Run[]) => mp4.fragmentOf([...SECOND, ...extra]);
  const run = (changes: Partial<mp4.Run>): mp4.Run => ({
    id: VIDEO,
    time: 2000,
    samples: [[1000, 10, 0, 0]],
    ...changes,
  });
  it.each<[string, Buffer[]]>([
    ['without fragments', [mp4.headerOf()]],
    ['without a file type', [mp4.headerOf().subarray(mp4.FTYP.length), filled()]],
    [
      'of QuickTime',
      [box('ftyp', Buffer.from('qt  '), u32(0)), mp4.headerOf().subarray(mp4.FTYP.length), filled()],
    ],
    ['with encrypted samples', [mp4.headerOf({ entry: box('encv', Buffer.alloc(78)) }), filled()]],
    ['with keys', [mp4.headerOf({ inMovie: [box('pssh', u32(0))] }), filled()]],
    ['with two sample descriptions', [mp4.headerOf({ entries: [entry, entry] }), filled()]],
    ['with another default description', [mp4.headerOf({ trex: [2, 0, 0, 0] }), filled()]],
    [
      'with samples before the fragments',
      [mp4.headerOf({ tables: [box('stts', u32(0, 1, 1, 1))] }), filled()],
    ],
    [
      'whose media lie elsewhere',
      [mp4.headerOf({ dref: box('dref', u32(0, 1), box('url ', u32(0))) }), filled()],
    ],
    ['with text', [mp4.headerOf({ handler: 'text' }), filled()]],
    ['whose tracks refer to each other', [mp4.headerOf({ inTrack: [box('tref', u32(0))] }), filled()]],
    ['that plays at another rate', [mp4.headerOf({ edts: [edits([0, 0, 0x2_0000])] }), filled()]],
    ['whose edits leave out its end', [mp4.headerOf({ edts: [edits([100, 0, 0x1_0000])] }), filled()]],
    ['with two edits', [mp4.headerOf({ edts: [edits([9, 0, 0x1_0000], [0, 20, 0x1_0000])] }), filled()]],
    ['of ticks without a common measure', [mp4.headerOf({ timescale: 0xffff_fffb }), filled()]],
    ['with a second header', [mp4.headerOf(), filled(), mp4.headerOf().subarray(mp4.FTYP.length)]],
    ['with an unknown box', [mp4.headerOf(), filled(), box('uuid', u32(0))]],
    ['with an unknown box in a fragment', [mp4.headerOf(), mp4.fragmentOf(SECOND, [box('uuid', u32(0))])]],
    ['with auxiliary information', [mp4.headerOf(), filled(run({ inTraf: [box('saiz', u32(0, 0))] }))]],
    ['whose fragment has no media', [mp4.headerOf(), mp4.moofOf(SECOND), box('free', Buffer.alloc(30))]],
    ['with media of no fragment', [mp4.headerOf(), filled(), box('mdat', u32(1))]],
    [
      'with another description in a fragment',
      [mp4.headerOf(), filled(run({ tfhd: u32(0x2_0002, VIDEO, 2) }))],
    ],
    ['with offsets from elsewhere', [mp4.headerOf(), filled(run({ tfhd: u32(0x2_0001, VIDEO, 0, 0) }))]],
    ['with offsets from the media before', [mp4.headerOf(), filled(run({ tfhd: u32(0, VIDEO) }))]],
    ['of a track that there is none of', [mp4.headerOf(), filled(run({ id: 9 }))]],
    ['whose time goes back', [mp4.headerOf(), filled(run({ time: 999 }))]],
    ['with two samples at one time', [mp4.headerOf(), filled(run({ time: 1000 }))]],
    ['with a sample without bytes', [mp4.headerOf(), filled(run({ samples: [[1000, 0, 0, 0]] }))]],
    [
      'with sound that depends on sound',
      [mp4.headerOf(), filled({ id: AUDIO, time: 3200, samples: [[1, 5, 0x1_0000, 0]] })],
    ],
    [
      'without a picture to begin with',
      [mp4.headerOf(), mp4.fragmentOf([run({ samples: [[1, 1, 0x1_0000, 0]] })])],
    ],
    ['with a run before its media', [mp4.headerOf(), filled(run({ at: -1 }))]],
    ['with a run beyond its media', [mp4.headerOf(), filled(run({ at: 31 }))]],
    [
      'with a run that has flags nobody knows',
      [mp4.headerOf(), filled(run({ flags: mp4.ALL_FIELDS | 0x10 }))],
    ],
    ['with a run of more samples than it lists', [mp4.headerOf(), filled(run({ count: 2 }))]],
    ['with a box of no size', [mp4.headerOf(), filled(), u32(0), Buffer.from('free')]],
    [
      'with a fragment’s header of megabytes',
      [mp4.headerOf(), filled(), box('moof', box('mfhd', Buffer.alloc(5_000_000))), box('mdat', u32(1))],
    ],
  ])('%s', async (_what, parts) => {
    expect(await isOwn(fileOf(...parts))).toBe(false);
  });

  it('while the plain one beside them is not', async () => {
    expect(await isOwn(fileOf(mp4.headerOf(), filled()))).toBe(true);
    expect(await isOwn(fileOf(mp4.headerOf(), filled(run({}))))).toBe(true);
    expect(await isOwn(fileOf(mp4.headerOf({ edts: [edits([0, 0, 0x1_0000])] }), filled()))).toBe(true);
    expect(await isOwn(fileOf(mp4.headerOf({ inTrack: [box('udta', u32(0))] }), filled(), box('mfra')))).toBe(
      true,
    );
  });
});

describe('a hostile file', () => {
  it('of 2^32 samples without a byte of their own is refused at once', async () => {
    const run = box(
      'traf',
      box('tfhd', u32(0x2_0018, VIDEO, 1, 0)),
      box('tfdt', u32(0, 0)),
      box('trun', u32(1, 0xffff_ffff, 0)),
    );
    const file = fileOf(mp4.headerOf(), box('moof', box('mfhd', u32(0, 1)), run), box('mdat', u32(0)));
    await expect(planOf(file, live)).rejects.toThrow(NotRemuxable);
  });

  it('of millions of fragments is refused before their tables outgrow the memory they are allowed', async () => {
    const head = mp4.headerOf();
    const one = mp4.fragmentOf([{ id: VIDEO, time: 0, samples: [], flags: 1 }]);
    const block = Buffer.concat(Array<Buffer>(4096).fill(one));
    const read = (start: number, end: number): Buffer => {
      const parts = start < head.length ? [head.subarray(start, end)] : [];
      for (let at = Math.max(start, head.length); at < end;) {
        const from = (at - head.length) % block.length;
        parts.push(block.subarray(from, Math.min(block.length, from + end - at)));
        at += parts.at(-1)?.length ?? 0;
      }
      return Buffer.concat(parts);
    };
    const file = mp4.sparseFile(head.length + 1000 * block.length, read);
    await expect(planOf(file, live)).rejects.toThrow('the index of the file would be too large');
  });

  it('of very many boxes of nothing is refused: each costs time', async () => {
    const file = fileOf(mp4.headerOf(), Buffer.alloc(8 * 500_000, box('free')));
    await expect(planOf(file, live)).rejects.toThrow('the index of the file would be too large');
  });

  it('of more boxes than a header has is not taken apart: each would be held in memory', async () => {
    const many = (count: number): Buffer[] => Array<Buffer>(count).fill(box('free'));
    const film = (count: number): ReturnType<typeof fileOf> =>
      fileOf(mp4.headerOf({ inMovie: many(count) }), mp4.fragmentOf(SECOND));
    expect(await planOf(film(1000), live)).toBeDefined();
    expect(await planOf(film(10_000), live)).toBeUndefined();
  });

  it('is given up when nobody wants the copy any more', async () => {
    const file = fileOf(mp4.headerOf(), mp4.fragmentOf(SECOND));
    await expect(planOf(file, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
  });
});

function edits(...entries: [number, number, number][]): Buffer {
  return box('edts', box('elst', u32(0, entries.length, ...entries.flat())));
}
