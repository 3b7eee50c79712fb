import { describe, expect, it } from 'vitest';
import * as mp4 from '../../../test/fixtures/fragmented.js';
import { NotRemuxable } from '../not-remuxable.js';
import { boxesIn } from './boxes.js';
import { defragment, planOf } from './defragment.js';

const { AUDIO, VIDEO, box, u32 } = mp4;
const live = new AbortController().signal;
/** 20 ms at 48 kHz, of which the fixture's samples have 5 bytes. */
const PACKET = 960;
/** 10 ms of silence. */
const SILENCE = Buffer.from([0xf0, 0xff, 0xfe]);
const SILENT_TICKS = 480;
/** A dOps of one channel that is mapped as usual. */
const OPUS = box('Opus', Buffer.alloc(28), box('dOps', Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])));
const MANY_CHANNELS = box(
  'Opus',
  Buffer.alloc(28),
  box('dOps', Buffer.from([0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
);

/** A fragment of one picture of 10 bytes and of sound whose packets last so long. */
function secondOf(time: number, durations: readonly number[]): mp4.Run[] {
  return [
    { id: VIDEO, time, samples: [[1000, 10, 0, 0]] },
    { id: AUDIO, time: (time * 8) / 5, samples: durations.map((duration) => [duration, 5, 0, 0]) },
  ];
}

async function copyOf(seconds: readonly mp4.Run[][], soundEntry = OPUS): Promise<Buffer> {
  const fragments = seconds.map((runs) => mp4.fragmentOf(runs));
  const file = mp4.fileOf(Buffer.concat([mp4.headerOf({ soundEntry }), ...fragments]));
  const plan = await planOf(file, live);
  const pieces: Buffer[] = [];
  if (!plan) throw new Error('the file is not understood');
  await defragment(file, plan, async (bytes) => void pieces.push(Buffer.from(bytes)), live);
  return Buffer.concat(pieces);
}

/** Contents of the boxes of that type in the sample tables, those of the pictures first. */
function tables(copy: Buffer, type: string): Buffer[] {
  const path = ['moov', 'trak', 'mdia', 'minf', 'stbl', type];
  return path.reduce(
    (found, name) =>
      found.flatMap((each) =>
        boxesIn(each)
          .filter((inner) => inner.type === name)
          .map(({ content }) => content),
      ),
    [copy],
  );
}

const soundDurations = (copy: Buffer): Buffer | undefined => tables(copy, 'stts')[1];

describe('sound that was lost', () => {
  it('is silence in the copy, right behind the packet before it; what follows in the file moves by as much', async () => {
    const lost = [PACKET, PACKET + 2 * SILENT_TICKS, PACKET, PACKET + SILENT_TICKS, PACKET];
    const copy = await copyOf([secondOf(0, lost), secondOf(3900, [PACKET, PACKET])]);
    const base = copy.indexOf('mdat') + 4;
    const durations = [2, PACKET, 2, SILENT_TICKS, 2, PACKET, 1, SILENT_TICKS, 3, PACKET];
    expect(soundDurations(copy)).toEqual(u32(0, 5, ...durations));
    expect(tables(copy, 'stsz')[1]).toEqual(u32(0, 0, 10, 5, 5, 3, 3, 5, 5, 3, 5, 5, 5));
    const second = base + 35 + 9;
    expect(tables(copy, 'stco')).toEqual([
      u32(0, 2, base, second),
      u32(0, 6, base + 10, base + 20, base + 26, base + 36, base + 39, second + 10),
    ]);
    expect(tables(copy, 'stsc')[1]).toEqual(u32(0, 3, 1, 2, 1, 4, 1, 1, 6, 2, 1));
    const [first, next] = [35, 20].map((length) =>
      Buffer.from(Array.from({ length }, (_byte, at) => at + 1)),
    );
    const media = [
      first?.subarray(0, 20),
      SILENCE,
      SILENCE,
      first?.subarray(20, 30),
      SILENCE,
      first?.subarray(30),
    ];
    expect(copy.subarray(base)).toEqual(Buffer.concat([...media, next] as Buffer[]));
  });

  it('for less than a packet of silence is made up for at the next gap', async () => {
    const third = SILENT_TICKS / 3 + 40;
    const late = PACKET + third;
    const copy = await copyOf([
      secondOf(0, [...usual(4), late, ...usual(4), late, ...usual(4), late, PACKET]),
    ]);
    // One gap of three has room for it, the second, when more than half of a packet is missing.
    expect(soundDurations(copy)).toEqual(
      u32(0, 7, 4, PACKET, 1, late, 5, PACKET, 1, third, 4, PACKET, 1, late, 1, PACKET),
    );
  });

  it('is not what a rounded time, a last packet or a gap of more than ten minutes looks like', async () => {
    const whole = async (durations: number[]): Promise<void> => {
      const sizes = tables(await copyOf([secondOf(0, durations)]), 'stsz')[1];
      expect(sizes?.readUInt32BE(8)).toBe(durations.length);
    };
    await whole([...usual(6), PACKET + 190, PACKET, PACKET + 190, PACKET]);
    await whole([...usual(4), PACKET + 4800]);
    await whole([...usual(4), PACKET + 601 * 48_000, PACKET, PACKET]);
  });

  it('of AAC is silence where it is known: one channel or two in packets of 1,024 samples', async () => {
    const lost = [...[1, 2, 3, 4, 5].map(() => 1024), 2048, 1024, 1024];
    const samples = async (...specific: number[]): Promise<number | undefined> =>
      tables(await copyOf([secondOf(0, lost)], aacOf(specific)), 'stsz')[1]?.readUInt32BE(8);
    // Type 2 (LC), rate 3 (48 kHz), channels, and whether packets are shorter.
    expect(await samples(0x11, 0x88)).toBe(9);
    expect(await samples(0x11, 0x90)).toBe(9);
    expect(await samples(0x11, 0xb0)).toBe(8);
    expect(await samples(0x11, 0x8c)).toBe(8);
    expect(await samples(0x29, 0x88)).toBe(8);
  });

  it('for hours on end is refused before it outgrows its tables', async () => {
    const away = Array.from({ length: 60 }, () => [PACKET, PACKET + 599 * 48_000]).flat();
    await expect(copyOf([secondOf(0, [...away, ...usual(4)])])).rejects.toThrow(NotRemuxable);
  });

  it('a hundred thousand times is refused before what is noted of each gap outgrows the tables', async () => {
    const lost = Array.from({ length: 2000 }, () => [PACKET, PACKET, PACKET + SILENT_TICKS]).flat();
    const every = lost.reduce((sum, duration) => sum + duration, 0);
    const seconds = Array.from({ length: 50 }, (_second, index) => secondOf((every * index * 5) / 8, lost));
    await expect(copyOf(seconds)).rejects.toThrow(NotRemuxable);
  });

  it('is left as it was where no duration is usual, and where channels are many', async () => {
    const lost = [...usual(4), PACKET + 4800, PACKET, PACKET];
    const ofMany = await copyOf([secondOf(0, lost)], MANY_CHANNELS);
    expect(soundDurations(ofMany)).toEqual(u32(0, 3, 4, PACKET, 1, PACKET + 4800, 2, PACKET));
    const restless = [960, 1920, 2880, 960, 1920, 2880];
    expect(tables(await copyOf([secondOf(0, restless)]), 'stsz')[1]?.readUInt32BE(8)).toBe(6);
  });
});

/** An `mp4a` with this AudioSpecificConfig, in descriptors as writers nest them. */
function aacOf(specific: readonly number[]): Buffer {
  const own = [5, specific.length, ...specific];
  const decoder = [4, 13 + own.length, 0x40, ...Array<number>(12).fill(0), ...own];
  // A length may take four bytes.
  const stream = [3, 0x80, 0x80, 0x80, 3 + decoder.length, 0, 1, 0, ...decoder];
  return box('mp4a', Buffer.alloc(28), box('esds', u32(0), Buffer.from(stream)));
}

function usual(count: number): number[] {
  return Array<number>(count).fill(PACKET);
}

it('silence in an hour of sound leaves others their turn', async () => {
  const count = 200_000;
  const samples = Buffer.alloc(16 * count, u32(PACKET, 5, 0, 0));
  samples.writeUInt32BE(PACKET + 2 * SILENT_TICKS, 16 * 100);
  const begin = [box('tfhd', u32(0x2_0000, AUDIO)), box('tfdt', u32(0, 0))];
  const moof = (offset: number): Buffer =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box('traf', ...begin, box('trun', u32(0xf01, count, offset), samples)),
    );
  const fragment = [moof(moof(0).length + 8), box('mdat', Buffer.alloc(5 * count))];
  const file = mp4.fileOf(Buffer.concat([mp4.headerOf({ soundEntry: OPUS }), ...fragment]));
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  const plan = await planOf(file, live);
  clearImmediate(next);
  expect(plan?.inserts).toHaveLength(1);
  expect(turns).toBeGreaterThanOrEqual(6);
});
