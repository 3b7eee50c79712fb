import { expect, it } from 'vitest';
import { readBeginning } from './beginning.js';
import { box, u32 } from '../../test/fixtures/boxes.js';

const [AUDIO, VIDEO] = [1, 2];
const DURATIONS_AND_SIZES = 0x301;

function track(id: number, timescale: number, codec: string): number[] {
  const samples = box('minf', box('stbl', box('stsd', u32(0, 1), box(codec, Array<number>(86).fill(0)))));
  const media = box('mdia', box('mdhd', u32(0, 0, 0, timescale)), samples);
  return box('trak', box('tkhd', u32(0, 0, 0, id)), media);
}

const HEADER = box('moov', track(AUDIO, 48_000, 'Opus'), track(VIDEO, 30_000, 'av01'));

/** A second of it: pictures after each other by `durations`, sound at even distances. */
function fragment(ticks: number, durations: number[]): number[] {
  const sound = box(
    'traf',
    box('tfhd', u32(8, AUDIO, 960)),
    box('tfdt', u32(0, 0)),
    box('trun', u32(1, 50, 0)),
  );
  const run = durations.flatMap((duration) => [duration, 1]);
  const pictures = box(
    'traf',
    box('tfhd', u32(0, VIDEO)),
    box('tfdt', [...u32(1 << 24), ...u32(0, ticks)]),
    box('trun', u32(DURATIONS_AND_SIZES, durations.length, 0, ...run)),
  );
  return [...box('moof', sound, pictures), ...box('mdat', [1, 2, 3])];
}

const file = (...fragments: number[][]) =>
  new Blob([Uint8Array.from([...HEADER, ...fragments.flat()])], { type: 'video/mp4' });

it('tells when each picture of the first three fragments is shown, and nothing of its sound', async () => {
  const one = fragment(0, [1_000, 2_000]);
  const { pictures, media } = await readBeginning(
    file(one, fragment(3_000, [1_500]), fragment(6_000, [900]), fragment(9_000, [900])),
  );
  expect(pictures.map((ms) => Math.round(ms * 10) / 10)).toEqual([0, 33.3, 100, 200]);
  expect(media.size).toBe(HEADER.length + one.length + 2 * fragment(0, [1]).length);
  expect(media.type).toBe('video/mp4');
});

it('takes the fragment’s usual duration where a picture has none of its own', async () => {
  const traf = [box('tfhd', u32(8, VIDEO, 600)), box('tfdt', u32(0, 300)), box('trun', u32(1, 3, 0))];
  const { pictures } = await readBeginning(file([...box('moof', box('traf', ...traf)), ...box('mdat', [1])]));
  expect(pictures).toEqual([10, 30, 50]);
});

it('of a file without a whole fragment has no pictures', async () => {
  expect((await readBeginning(file(box('mdat', [1])))).pictures).toEqual([]);
  expect((await readBeginning(new Blob(['not a film at all, only text']))).pictures).toEqual([]);
});
