import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { defragment, planOf } from '../../src/renditions/defragment/defragment.js';
import { writeSeekable } from '../../src/renditions/seekable.js';
import type { TakeFile } from '../../src/takes/take-file.js';
import { fileOf } from '../fixtures/fragmented.js';
import { boxesOf, packetsOf } from '../fixtures/packets.js';
import { decoded, makeFilm, probed, rewritten, type Packet } from '../fixtures/probed.js';
import { REAL_TAKE, sha256 } from '../fixtures/take.js';

const live = new AbortController().signal;

/** Of Chromium 156 with a fake camera: two and a half seconds each. */
const recorded = (name: string): Buffer =>
  readFileSync(new URL(`../fixtures/chromium/${name}.mp4`, import.meta.url));

/** The copy behind an index of our own; fails where the file is left to the media library. */
async function copyOf(bytes: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const file = fileOf(bytes);
  const plan = await planOf(file, live);
  if (!plan) throw new Error('the file is not understood');
  await defragment(file, plan, async (piece) => void pieces.push(Buffer.from(piece)), live);
  return Buffer.concat(pieces);
}

/** Packets that are silent: of Opus, and of AAC with one channel and with two. */
const SILENT = ['f0fffe', '01182007', '21100460 8c1c'].map((hex) =>
  sha256(Buffer.from(hex.replace(' ', ''), 'hex')),
);
const isSilent = (hash: string): boolean => SILENT.some((each) => hash.endsWith(each));

/** All but the duration, which FFmpeg guesses of a file in fragments, and but silence. */
const said = (packets: readonly Packet[]) =>
  packets.filter(({ data_hash: hash }) => !isSilent(hash)).map(({ duration: _guess, ...packet }) => packet);

/** As the media library reads them. */
async function read(bytes: Buffer): Promise<unknown[][]> {
  const tracks = await packetsOf(bytes);
  return tracks.map((packets) =>
    packets.filter((packet) => !(Array.isArray(packet) && isSilent(String(packet[2])))),
  );
}

/** The copy has its index in front, and FFmpeg and the media library see the same packets in both files. */
async function expectSamePackets(bytes: Buffer): Promise<Buffer> {
  const copy = await copyOf(bytes);
  expect(boxesOf(copy)).toEqual(['ftyp', 'moov', 'mdat']);
  const [seen, meant] = [await probed(copy), await probed(bytes)];
  expect(meant.packets.length).toBeGreaterThan(100);
  expect(said(seen.packets)).toEqual(said(meant.packets));
  expect(seen.streams).toEqual(meant.streams);
  expect(await read(copy)).toEqual(await read(bytes));
  return copy;
}

describe('the seekable copy of what Chromium recorded', () => {
  it.each([
    ['H.264 with its parameters in the stream', recorded('avc3')],
    ['AV1', recorded('av01')],
    ['VP9', recorded('vp9')],
    ['H.264 that was joined of two sizes, with a gap between them', recorded('spliced')],
    ['H.264 by FFmpeg, as in other tests', REAL_TAKE],
  ])(
    'as %s has every packet: its bytes, its times, whether decoding may start there',
    async (_what, bytes) => {
      const copy = await expectSamePackets(bytes);
      const [seen, meant] = [await decoded(copy), await decoded(bytes)];
      expect(seen.complaints).toBe(meant.complaints);
      const pictures = /^0,\d+$/m;
      expect(pictures.exec(seen.frames)?.[0]).toBe(pictures.exec(meant.frames)?.[0]);
    },
  );

  it('that is torn has every packet that is whole, and no other', async () => {
    const bytes = recorded('avc3');
    const { packets } = await probed(bytes);
    const last = bytes.lastIndexOf('mdat');
    for (const cut of [last - 100, last + 2, last + 4, last + 700, bytes.length - 1]) {
      const seen = said((await probed(await copyOf(bytes.subarray(0, cut)))).packets);
      const whole = said(packets).filter((packet) =>
        seen.some((each) => each.data_hash === packet.data_hash),
      );
      expect(seen).toEqual(whole);
      expect(seen.length).toBeLessThan(packets.length);
    }
  });
});

/** The media library rounds times to ticks of its own. */
async function withoutTimes(bytes: Buffer): Promise<unknown[][]> {
  const tracks = await packetsOf(bytes);
  return tracks.map((packets) => packets.map((packet) => (Array.isArray(packet) ? packet.slice(1) : packet)));
}

describe('the seekable copy of a film in fragments that FFmpeg wrote', () => {
  let film: Buffer;
  beforeAll(async () => {
    film = await makeFilm();
  });
  const fragments = (flags: string): string[] => ['-movflags', `frag_keyframe+default_base_moof+${flags}`];

  it.each<[string, string[], string[]?]>([
    ['with pictures that depend on later ones', fragments('empty_moov')],
    ['with an edit list', fragments('delay_moov')],
    ['with offsets from the beginning of the file', ['-movflags', 'frag_keyframe+empty_moov']],
    ['with runs of both tracks in turns', [...fragments('empty_moov'), '-frag_interleave', '2']],
    ['that begins at the fifth second', fragments('empty_moov'), ['-itsoffset', '5']],
    ['that begins at the fifth second, with an edit list', fragments('delay_moov'), ['-itsoffset', '5']],
  ])('%s has every packet', async (_what, options, before) => {
    await expectSamePackets(await rewritten(film, options, before));
  });

  it('with pictures that are shown before they are decoded has every packet', async () => {
    const bytes = await rewritten(film, fragments('empty_moov+negative_cts_offsets'));
    // FFmpeg reads such times in fragments otherwise than in an index (ISO/IEC 14496-12, 8.8.8 has them mean the same).
    expect(await read(await copyOf(bytes))).toEqual(await read(bytes));
  });

  it('is the media library’s when the file has no fragments, or is encrypted', async () => {
    const key = [
      '-encryption_scheme',
      'cenc-aes-ctr',
      '-encryption_key',
      'ab'.repeat(16),
      '-encryption_kid',
      'cd'.repeat(16),
    ];
    const whole = await rewritten(film, ['-movflags', 'faststart']);
    expect(
      await planOf(fileOf(await rewritten(film, [...fragments('empty_moov'), ...key])), live),
    ).toBeUndefined();
    expect(await planOf(fileOf(whole), live)).toBeUndefined();
    const pieces: Buffer[] = [];
    const file = {
      ...fileOf(whole),
      read: (start: number, end: number) => Promise.resolve(whole.subarray(start, end)),
    };
    await writeSeekable(file as TakeFile, async (piece) => void pieces.push(Buffer.from(piece)), live);
    expect(await withoutTimes(Buffer.concat(pieces))).toEqual(await withoutTimes(whole));
  });
});
