import { expect, it } from 'vitest';
import { box, u32 } from '../../test/fixtures/boxes.js';
import { soundGaps } from './sound-gaps.js';

const [VIDEO, AUDIO] = [1, 2];
const RATE = 48_000;
/** 60 ms of Opus. */
const PACKET = 2_880;
const DURATIONS = 0x100;

function track(id: number, timescale: number, codec: string): number[] {
  const samples = box('minf', box('stbl', box('stsd', u32(0, 1), box(codec, Array<number>(86).fill(0)))));
  const media = box('mdia', box('mdhd', u32(0, 0, 0, timescale)), samples);
  return box('trak', box('tkhd', u32(0, 0, 0, id)), media);
}

function run(id: number, ticks: number, durations: readonly number[]): number[] {
  const begin = box('tfdt', [...u32(1 << 24), ...u32(0, ticks)]);
  return box(
    'traf',
    box('tfhd', u32(0, id)),
    begin,
    box('trun', u32(DURATIONS, durations.length, ...durations)),
  );
}

/** Fragments of a film whose sound has these packets; pictures come when they like. */
function film(...fragments: { at: number; packets: number[] }[]): Blob {
  const pictures = [1_000, 9_000, 1_000];
  const moofs = fragments.map(({ at, packets }) => [
    ...box('moof', run(VIDEO, at, pictures), run(AUDIO, at, packets)),
    ...box('mdat', [1, 2, 3]),
  ]);
  const header = box('moov', track(VIDEO, 30_000, 'avc3'), track(AUDIO, RATE, 'Opus'));
  return new Blob([Uint8Array.from([...header, ...moofs.flat()])]);
}

const packets = (count: number): number[] => Array<number>(count).fill(PACKET);

it('tells where packets of sound are missing, within a fragment and between two', async () => {
  const late = (ms: number): number => PACKET + ms * 48;
  const first = [...packets(10), late(10), ...packets(5)];
  const end = first.reduce((sum, each) => sum + each, 0);
  const second = { at: end + 130 * 48, packets: [...packets(3), late(20), PACKET] };
  expect(await soundGaps(film({ at: 0, packets: first }, second))).toEqual([
    { atMs: 660, durationMs: 10 },
    { atMs: 970, durationMs: 130 },
    { atMs: 1_340, durationMs: 20 },
  ]);
});

it('tells of none where timestamps are rounded, a last packet is short, or a file has no sound', async () => {
  const rounded = [...packets(4), PACKET + 48, PACKET - 48, ...packets(4), 960];
  expect(await soundGaps(film({ at: 0, packets: rounded }))).toEqual([]);
  expect(await soundGaps(film())).toEqual([]);
  expect(await soundGaps(new Blob(['not a film at all, only text']))).toEqual([]);
});
