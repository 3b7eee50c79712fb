import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { defragment, planOf } from '../../src/renditions/defragment/defragment.js';
import { fileOf } from '../fixtures/fragmented.js';
import { decoded, makeFilm, probed, soundSec, type Packet } from '../fixtures/probed.js';

const live = new AbortController().signal;
/** Of Chromium, in fragments of a second: H.264, and Opus in packets of 60 ms. */
const RECORDED = readFileSync(new URL('../fixtures/chromium/avc3.mp4', import.meta.url));
const RATE = 48_000;

async function copyOf(bytes: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const file = fileOf(bytes);
  const plan = await planOf(file, live);
  if (!plan) throw new Error('the file is not understood');
  await defragment(file, plan, async (piece) => void pieces.push(Buffer.from(piece)), live);
  return Buffer.concat(pieces);
}

/** Where a file says when each of its fragments begins: of the pictures and of the sound in turns. */
function timesOf(bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf('tfdt'); at >= 0; at = bytes.indexOf('tfdt', at + 1)) found.push(at + 8);
  return found;
}

/** A recording whose sound goes on later by so much from each of its fragments on. */
function withGaps(recorded: Buffer, gapMs: number, fragments: readonly number[]): Buffer {
  const bytes = Buffer.from(recorded);
  const sound = timesOf(bytes).filter((_at, index) => index % 2 === 1);
  let late = 0n;
  for (const [index, at] of sound.entries()) {
    if (fragments.includes(index)) late += BigInt(Math.round((gapMs * RATE) / 1000));
    bytes.writeBigUInt64BE(bytes.readBigUInt64BE(at) + late, at);
  }
  return bytes;
}

const soundOf = (packets: readonly Packet[]): Packet[] =>
  packets.filter(({ stream_index: stream }) => stream === 1);

describe('the seekable copy of a recording whose browser lost sound', () => {
  let film: Buffer;
  beforeAll(async () => {
    film = await makeFilm();
  });

  it.each([10, 30, 400, 5_000])(
    'of Opus has silence for the %i ms where they were lost, so that players that count sound stay with the pictures',
    async (gapMs) => {
      const bytes = withGaps(RECORDED, gapMs, [1, 2]);
      const copy = await copyOf(bytes);
      const meant = await soundSec(bytes, true);
      expect(meant - (await soundSec(bytes, false))).toBeCloseTo((2 * gapMs) / 1000, 3);
      expect(await soundSec(copy, false)).toBeCloseTo(meant, 2);
      expect((await decoded(copy)).complaints).toBe('');
    },
  );

  it('keeps every packet of sound and of pictures where it was, and plays the silence to the end of each gap', async () => {
    const bytes = withGaps(RECORDED, 130, [1, 2]);
    const [seen, meant] = [await probed(await copyOf(bytes)), await probed(bytes)];
    const before = new Set(meant.packets.map(({ data_hash: hash }) => hash));
    const kept = seen.packets.filter(({ data_hash: hash }) => before.has(hash));
    const places = (packets: readonly Packet[]) =>
      packets.map(({ stream_index, pts, dts, size, data_hash }) => ({
        stream_index,
        pts,
        dts,
        size,
        data_hash,
      }));
    expect(places(kept)).toEqual(places(meant.packets));
    const sound = soundOf(seen.packets);
    expect(sound.length).toBe(soundOf(meant.packets).length + 26);
    for (const [index, { pts, duration }] of sound.slice(0, -1).entries())
      expect(pts + Number(duration)).toBe(sound[index + 1]?.pts);
  });

  it('of AAC has silent packets of its own, to within half of one', async () => {
    const bytes = withGaps(film, 500, [1]);
    const lost = (await soundSec(bytes, true)) - (await soundSec(await copyOf(bytes), false));
    expect(Math.abs(lost)).toBeLessThan(0.5 * (1024 / RATE) + 0.001);
  });

  it('whose sound is whole has nothing added', async () => {
    const [seen, meant] = [await probed(await copyOf(RECORDED)), await probed(RECORDED)];
    expect(seen.packets.length).toBe(meant.packets.length);
  });

  it('in which more than ten minutes are missing is left as it was', async () => {
    const [seen, meant] = [
      await probed(await copyOf(withGaps(RECORDED, 601_000, [1]))),
      await probed(RECORDED),
    ];
    expect(seen.packets.length).toBe(meant.packets.length);
  });
});
