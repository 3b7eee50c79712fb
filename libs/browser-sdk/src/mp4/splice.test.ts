import { describe, expect, it } from 'vitest';
import { boxesOf, leavesOf } from './boxes.js';
import { spliceSegments } from './splice.js';
import { ascii, box, u32 } from '../../test/fixtures/boxes.js';

const [AUDIO, VIDEO] = [1, 2];

function track(id: number, kind: string, entry: number[]): number[] {
  const samples = box('minf', box('stbl', box('stsd', u32(0, 1), entry), box('stts', u32(0, 0))));
  const media = box('mdia', box('mdhd', u32(0, 0, 0, 1000)), box('hdlr', u32(0, 0), ascii(kind)), samples);
  return box('trak', box('tkhd', u32(0, 0, 0, id)), media);
}

/** The file's parameter sets end with `set`; samples have lengths of `lengthBytes`. */
function header(set: number, lengthBytes = 4, isSoundFirst = false, ids = [AUDIO, VIDEO]): number[] {
  const [sound = 0, picture = 0] = ids;
  const avcC = box('avcC', [1, 66, 0, 31, 252 + lengthBytes - 1, 0xe1, 0, 2, 0x67, set, 1, 0, 2, 0x68, set]);
  const avc1 = box('avc1', Array<number>(78).fill(0), avcC);
  const tracks = [track(picture, 'vide', avc1), track(sound, 'soun', box('Opus', [7]))];
  return [...box('ftyp', ascii('isom')), ...box('moov', ...(isSoundFirst ? tracks.toReversed() : tracks))];
}
const setsOf = (set: number) => [...u32(2), 0x67, set, ...u32(2), 0x68, set];

interface Run {
  id: number;
  samples: number[][];
}

/** How a recorder may write its fragments. */
const USUAL = { trun: 0x201, tfhd: [0x20000], tfdt: [0, 500], isLarge: false };

/** A fragment with the runs' samples one after another, as of a recorder that interleaves its tracks. */
function fragment(runs: Run[], how: Partial<typeof USUAL> = {}): number[] {
  const { trun: flags, tfhd, tfdt, isLarge } = { ...USUAL, ...how };
  const [tfhdFlags = 0, ...base] = tfhd;
  const moof = (headerBytes: number) => {
    const trafs = new Map(
      [AUDIO, VIDEO].map((id) => [id, [box('tfhd', u32(tfhdFlags, id, ...base)), box('tfdt', u32(...tfdt))]]),
    );
    let at = headerBytes + (isLarge ? 16 : 8);
    for (const { id, samples } of runs) {
      trafs
        .get(id)
        ?.push(box('trun', u32(flags, samples.length, at, ...samples.map(({ length }) => length))));
      at += samples.flat().length;
    }
    return box('moof', box('mfhd', u32(0, 9)), ...[...trafs.values()].map((boxes) => box('traf', ...boxes)));
  };
  const media = runs.flatMap(({ samples }) => samples.flat());
  const mdat = isLarge
    ? [...u32(1), ...ascii('mdat'), ...u32(0, 16 + media.length), ...media]
    : box('mdat', media);
  return [...moof(moof(0).length), ...mdat];
}

const RUNS = [
  { id: AUDIO, samples: [[1], [2, 2]] },
  { id: VIDEO, samples: [[10, 10], [11]] },
  { id: AUDIO, samples: [[3]] },
  { id: VIDEO, samples: [[12], [13, 13, 13]] },
];
const piece = (startMs: number, bytes: number[]) => ({ startMs, media: new Blob([Uint8Array.from(bytes)]) });

/** Each fragment's time and samples by track, read where its runs say. */
async function read(file: Blob) {
  const bytes = [...new Uint8Array(await file.arrayBuffer())];
  const fragments: Record<string, unknown>[] = [];
  const numbers: number[] = [];
  for await (const { type, start, size } of boxesOf(file)) {
    if (type !== 'moof') continue;
    const view = new DataView(await file.slice(start, start + size).arrayBuffer());
    const found: Record<string, number[][]> = {};
    let id = 0;
    let time = 0;
    for (const leaf of leavesOf(view)) {
      if (leaf.type === 'tfhd') id = view.getUint32(leaf.fields);
      if (leaf.type === 'mfhd') numbers.push(view.getUint32(leaf.fields));
      if (leaf.type === 'tfdt') time = view.getUint32(leaf.fields + (leaf.flags >>> 24 ? 4 : 0));
      if (leaf.type !== 'trun') continue;
      let at = start + view.getInt32(leaf.fields + 4);
      for (let index = 0; index < view.getUint32(leaf.fields); index++) {
        const end = at + view.getUint32(leaf.fields + 8 + 4 * index);
        (found[id] ??= []).push(bytes.slice(at, end));
        at = end;
      }
    }
    fragments.push({ time, ...found });
  }
  return { text: String.fromCharCode(...bytes), fragments, numbers };
}

const sound = [[1], [2, 2], [3]];
const pictures = [[10, 10], [11], [12], [13, 13, 13]];
const picturesAfter = (set: number) => [[...setsOf(set), 10, 10], [11], [...setsOf(set), 12], [13, 13, 13]];

it('a box that is longer than what holds it is not read', () => {
  const torn = Uint8Array.from(
    box('moof', box('mfhd', u32(0, 1)), [...u32(100), ...ascii('tfhd'), ...u32(0, 1)]),
  );
  expect([...leavesOf(new DataView(torn.buffer))].map(({ type }) => type)).toEqual(['mfhd']);
});

describe('joining segments', () => {
  it.each([
    ['first', true],
    ['last', false],
  ])(
    'of different parameter sets puts each one’s before every run of its pictures, and touches no sound, which comes %s',
    async (_place, isSoundFirst) => {
      const file = await spliceSegments([
        piece(0, [...header(1, 4, isSoundFirst), ...fragment(RUNS), ...fragment(RUNS)]),
        piece(2000, [...header(2, 4, isSoundFirst), ...fragment(RUNS)]),
      ]);
      const { text, fragments } = await read(file);
      expect(fragments).toEqual([
        { time: 500, [AUDIO]: sound, [VIDEO]: picturesAfter(1) },
        { time: 500, [AUDIO]: sound, [VIDEO]: picturesAfter(1) },
        { time: 2500, [AUDIO]: sound, [VIDEO]: picturesAfter(2) },
      ]);
      expect([text.includes('avc1'), text.split('avc3').length]).toEqual([false, 2]);
    },
  );

  it('of the same parameter sets inserts nothing', async () => {
    const file = await spliceSegments(
      [0, 2000].map((startMs) => piece(startMs, [...header(1), ...fragment(RUNS)])),
    );
    const { text, fragments, numbers } = await read(file);
    expect(fragments).toEqual([500, 2500].map((time) => ({ time, [AUDIO]: sound, [VIDEO]: pictures })));
    expect([text.includes('avc3'), text.split('avc1').length]).toEqual([false, 2]);
    expect(numbers[1]).toBeGreaterThan(numbers[0] ?? Infinity);
  });

  it('whose tracks have other numbers puts each into the track of its kind', async () => {
    const swapped = RUNS.map(({ id, samples }) => ({ id: AUDIO + VIDEO - id, samples }));
    const file = await spliceSegments([
      piece(0, [...header(1), ...fragment(RUNS)]),
      piece(2000, [...header(1, 4, false, [VIDEO, AUDIO]), ...fragment(swapped)]),
    ]);
    const { fragments } = await read(file);
    expect(fragments).toEqual([500, 2500].map((time) => ({ time, [AUDIO]: sound, [VIDEO]: pictures })));
  });

  it('with times of 64 bits moves them as well', async () => {
    const bytes = [...header(1), ...fragment(RUNS, { tfdt: [1 << 24, 0, 500] })];
    const { fragments } = await read(await spliceSegments([piece(0, bytes), piece(2000, bytes)]));
    expect(fragments.map(({ time }) => time)).toEqual([500, 2500]);
  });

  it.each([
    ['whose samples say no size', header(2), { trun: 1 }],
    ['whose samples have short lengths', header(2, 2), {}],
    ['whose offsets count from the beginning of its file', header(2), { tfhd: [0x20001, 0, 0] }],
    ['whose media has a length of 64 bits', header(2), { isLarge: true }],
  ])('leaves one unchanged %s', async (_why, moov, how) => {
    const second = [...moov, ...fragment(RUNS, how)];
    const file = await spliceSegments([piece(0, [...header(1), ...fragment(RUNS)]), piece(2000, second)]);
    const bytes = [...new Uint8Array(await file.arrayBuffer())];
    expect(bytes.slice(-second.length)).toEqual(second);
  });
});
