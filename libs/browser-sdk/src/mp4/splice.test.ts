import { describe, expect, it } from 'vitest';
import { boxesOf, leavesOf } from './boxes.js';
import { spliceSegments } from './splice.js';
import { ascii, box, u32 } from '../../test/fixtures/boxes.js';

const [AUDIO, VIDEO] = [1, 2];

function track(id: number, kind: string, entry: number[]): number[] {
  const samples = box('minf', box('stbl', box('stsd', u32(0, 1), entry)));
  const media = box('mdia', box('mdhd', u32(0, 0, 0, 1000)), box('hdlr', u32(0, 0), ascii(kind)), samples);
  return box('trak', box('tkhd', u32(0, 0, 0, id)), media);
}

/** The file's parameter sets end with `set`; samples have lengths of `lengthBytes`. */
function header(set: number, lengthBytes = 4, isSoundFirst = false): number[] {
  const avcC = box('avcC', [1, 66, 0, 31, 252 + lengthBytes - 1, 0xe1, 0, 2, 0x67, set, 1, 0, 2, 0x68, set]);
  const avc1 = box('avc1', Array<number>(78).fill(0), avcC);
  const tracks = [track(VIDEO, 'vide', avc1), track(AUDIO, 'soun', box('Opus', [7]))];
  return box('moov', ...(isSoundFirst ? tracks.toReversed() : tracks));
}
const setsOf = (set: number) => [...u32(2), 0x67, set, ...u32(2), 0x68, set];

interface Run {
  id: number;
  samples: number[][];
}

/** A fragment with the runs' samples one after another, as of a recorder that interleaves its tracks. */
function fragment(runs: Run[], flags = 0x201): number[] {
  const moof = (headerBytes: number) => {
    const trafs = new Map(
      [AUDIO, VIDEO].map((id) => [id, [box('tfhd', u32(0x20000, id)), box('tfdt', u32(0, 500))]]),
    );
    let at = headerBytes + 8;
    for (const { id, samples } of runs) {
      trafs
        .get(id)
        ?.push(box('trun', u32(flags, samples.length, at, ...samples.map(({ length }) => length))));
      at += samples.flat().length;
    }
    return box('moof', box('mfhd', u32(0, 9)), ...[...trafs.values()].map((boxes) => box('traf', ...boxes)));
  };
  return [...moof(moof(0).length), ...box('mdat', ...runs.flatMap(({ samples }) => samples))];
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
  for await (const { type, start, size } of boxesOf(file)) {
    if (type !== 'moof') continue;
    const view = new DataView(await file.slice(start, start + size).arrayBuffer());
    const found: Record<string, number[][]> = {};
    let id = 0;
    let time = 0;
    for (const leaf of leavesOf(view)) {
      if (leaf.type === 'tfhd') id = view.getUint32(leaf.body);
      if (leaf.type === 'tfdt') time = view.getUint32(leaf.body);
      if (leaf.type !== 'trun') continue;
      let at = start + view.getInt32(leaf.body + 4);
      for (let index = 0; index < view.getUint32(leaf.body); index++) {
        const end = at + view.getUint32(leaf.body + 8 + 4 * index);
        (found[id] ??= []).push(bytes.slice(at, end));
        at = end;
      }
    }
    fragments.push({ time, ...found });
  }
  return { text: String.fromCharCode(...bytes), fragments };
}

const sound = [[1], [2, 2], [3]];
const pictures = [[10, 10], [11], [12], [13, 13, 13]];
const picturesAfter = (set: number) => [[...setsOf(set), 10, 10], [11], [...setsOf(set), 12], [13, 13, 13]];

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
    const { text, fragments } = await read(file);
    expect(fragments).toEqual([500, 2500].map((time) => ({ time, [AUDIO]: sound, [VIDEO]: pictures })));
    expect([text.includes('avc3'), text.split('avc1').length]).toEqual([false, 2]);
  });

  it.each([
    ['whose samples say no size', header(2), 1],
    ['whose samples have short lengths', header(2, 2), 0x201],
  ])('leaves one unchanged %s', async (_why, moov, flags) => {
    const second = [...moov, ...fragment(RUNS, flags)];
    const file = await spliceSegments([piece(0, [...header(1), ...fragment(RUNS)]), piece(2000, second)]);
    const bytes = [...new Uint8Array(await file.arrayBuffer())];
    expect(bytes.slice(-second.length)).toEqual(second);
  });
});
