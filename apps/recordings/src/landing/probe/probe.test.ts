import { readFileSync } from 'node:fs';
import { AppError } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import * as mp4 from '../../../test/fixtures/fragmented.js';
import { openMedia } from '../../takes/media-input.js';
import type { TakeFile } from '../../takes/take-file.js';
import { probe, type Probe } from './probe.js';

const { AUDIO, VIDEO, box, u32 } = mp4;
const MIB = 2 ** 20;
const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../test/fixtures/${name}.mp4`, import.meta.url));

const TAKE = fixture('take');
const AVCC = TAKE.subarray(TAKE.indexOf('avcC') - 4).subarray(0, TAKE.readUInt32BE(TAKE.indexOf('avcC') - 4));
const PICTURES = Buffer.concat([Buffer.alloc(24), Buffer.from([5, 0, 2, 208]), Buffer.alloc(50)]);
const HEAD = mp4.headerOf({ entry: box('avc1', PICTURES, AVCC) });
const KNOWN = { ok: true, codecs: 'avc1.42d00b,opus', width: 1280, height: 720 };

const second = (index: number): mp4.Run[] => [
  { id: VIDEO, time: 30_000 * index, samples: [[30_000, 10, 0, 0]] },
  { id: AUDIO, time: 48_000 * index, samples: [[48_000, 5, 0, 0]] },
];

/** Looks at a file, and at how it is read. */
async function look({ sizeBytes, read }: mp4.Film): Promise<{ seen: Probe; readings: number[] }> {
  const readings: number[] = [];
  const file = {
    sizeBytes,
    read: async (start: number, end: number) => {
      readings.push(end - start);
      return read(start, Math.min(end, sizeBytes));
    },
  };
  return { seen: await probe(file as TakeFile), readings };
}

const lookAt = async (...parts: Buffer[]): Promise<Probe> => {
  const bytes = Buffer.concat(parts);
  return (await look({ sizeBytes: bytes.length, read: (start, end) => bytes.subarray(start, end) })).seen;
};

const fragment = (runs: readonly mp4.Run[], media = Buffer.alloc(15)): Buffer =>
  Buffer.concat([mp4.moofOf(runs), box('mdat', media)]);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

describe('a take in fragments', () => {
  it('of two hours and 4 GiB has its duration, read in a few pieces at its beginning and its end', async () => {
    const { seen, readings } = await look(mp4.filmOf(7200, 580_000, second, HEAD));
    expect(seen).toMatchObject({ ...KNOWN, error: null, durationMs: 7_200_000 });
    expect(readings.length).toBeLessThan(10);
    expect(sum(readings)).toBeLessThan(2 * MIB);
  });

  it('larger than what is read of its end has its duration, by one reading of each', async () => {
    const { seen, readings } = await look(mp4.filmOf(200, 20 * MIB, second, HEAD));
    expect(seen).toMatchObject({ ...KNOWN, error: null, durationMs: 200_000 });
    expect(readings.length).toBeLessThan(220);
    expect(sum(readings)).toBeLessThan(24 * MIB);
  });

  it('is as long as its longer track, whichever fragment has the end of that', async () => {
    const [pictures, sound] = [second(9).slice(0, 1), second(0).slice(1)];
    const large = Buffer.alloc(2 * MIB);
    const late = [{ id: AUDIO, time: 480_000, samples: [[480, 5, 0, 0]] }];
    expect((await lookAt(HEAD, fragment(pictures), fragment(sound, large))).durationMs).toBe(10_000);
    expect((await lookAt(HEAD, fragment(pictures), fragment(late, large))).durationMs).toBe(10_010);
    expect((await lookAt(HEAD, fragment(second(0)), fragment(sound, large))).durationMs).toBe(1000);
    const none = { id: VIDEO, time: 300_000, samples: [] };
    expect((await lookAt(HEAD, fragment(pictures), fragment([...sound, none], large))).durationMs).toBe(
      10_000,
    );
  });

  it('that is torn lasts as long as the fragments that are whole, wherever it was torn', async () => {
    const last = fragment(second(1));
    const header = last.length - 8 - 15;
    for (let cut = 0; cut <= last.length; cut += 1) {
      const seen = await lookAt(HEAD, fragment(second(0)), last.subarray(0, cut));
      expect(seen).toMatchObject({ ...KNOWN, error: null, durationMs: cut < header ? 1000 : 2000 });
    }
  });

  it('whose samples are all of one size has its duration, by a beginning and an end that are much smaller', async () => {
    const head = mp4.headerOf({ entry: box('avc1', PICTURES, AVCC), trex: [1, 1, 4, 0] });
    const seconds = [0, 1].map((index) =>
      fragment(
        [{ id: VIDEO, time: 30_000 * index, samples: [], flags: 1, count: 30_000 }],
        Buffer.alloc(120_000),
      ),
    );
    expect(await lookAt(head, ...seconds)).toMatchObject({ error: null, durationMs: 2000 });
  });

  it('is not taken in by media that look like one', async () => {
    const large = Buffer.alloc(2 * MIB);
    mp4.moofOf(second(100)).copy(large, MIB + 10);
    mp4
      .moofOf(second(100))
      .subarray(0, 8)
      .copy(large, 2 * MIB - 9);
    const seen = await lookAt(HEAD, fragment(second(0)), fragment(second(1), large));
    expect(seen).toMatchObject({ ...KNOWN, durationMs: 2000 });
  });

  /** A fragment of very many packets of sound, each of so many ticks in turn. */
  const longFragment = (count: number, ticks: number[], mediaBytes: number): Buffer[] => {
    const samples = Buffer.alloc(16 * count, Buffer.concat(ticks.map((each) => u32(each, 5, 0, 0))));
    const run = box('trun', u32(0xf01, count, 0), samples);
    const begin = [box('tfhd', u32(0x2_0000, AUDIO)), box('tfdt', u32(0, 48_000))];
    return [
      box('moof', box('mfhd', u32(0, 1)), box('traf', ...begin, run)),
      box('mdat', Buffer.alloc(mediaBytes)),
    ];
  };

  it.each([3, 20])(
    'that is one of three hours and 20 minutes has its duration, before %i MiB of media',
    async (mib) => {
      const parts = longFragment(600_000, [959, 961], mib * MIB);
      expect(await lookAt(HEAD, ...parts)).toMatchObject({ ...KNOWN, error: null, durationMs: 12_001_000 });
      const torn = Buffer.concat(parts).subarray(0, -1000);
      expect(await lookAt(HEAD, torn)).toMatchObject({ error: null, durationMs: 12_001_000 });
    },
  );

  it('that is full of what looks like fragments leaves others their turn', async () => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    const media = Buffer.alloc(4 * MIB, Buffer.from('\0\0\0\0moof', 'latin1'));
    expect(await lookAt(HEAD, fragment(second(0), media))).toMatchObject({ ...KNOWN, durationMs: 1000 });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(50);
  });

  it('that do not say when they begin is read from the first to the last', async () => {
    const timeless = fragment(second(0).slice(0, 1));
    timeless.write('free', timeless.indexOf('tfdt'), 'latin1');
    expect((await lookAt(HEAD, timeless, timeless, timeless)).durationMs).toBe(3000);
  });

  it.each(['avc3', 'av01', 'vp9', 'spliced'])(
    'as Chromium records %s lasts as long as all of it read',
    async (name) => {
      const bytes = fixture(`chromium/${name}`);
      const whole = await openMedia({ sizeBytes: bytes.length }, async (start, end) =>
        bytes.subarray(start, end),
      );
      const seen = await lookAt(bytes);
      expect(seen).toMatchObject({ ok: true, error: null });
      expect(seen.durationMs).toBe(Math.round((await whole.computeDuration()) * 1000));
    },
  );
});

describe('what cannot be read', () => {
  it('of the duration leaves what the header says', async () => {
    const many = fragment([{ id: VIDEO, time: 0, samples: [], flags: 1, count: 1_500_000 }]);
    const seen = await lookAt(HEAD, many);
    expect(seen).toMatchObject({ ...KNOWN, durationMs: null });
    expect(seen.error).toContain('claims more samples');
  });

  it('as a length or a width is unknown, and leaves the rest', async () => {
    const late = (sec: number): mp4.Run[] => [
      { id: VIDEO, time: 30_000 * sec, samples: [[30_000, 10, 0, 0]] },
    ];
    expect((await lookAt(HEAD, fragment(late(2_147_482)))).durationMs).toBe(2_147_483_000);
    expect(await lookAt(HEAD, fragment(late(2_147_483)))).toMatchObject({
      ...KNOWN,
      error: null,
      durationMs: null,
    });
    const wide = box('pasp', u32(0xffff_ffff, 1));
    const head = mp4.headerOf({ entry: box('avc1', PICTURES, AVCC, wide) });
    const seen = await lookAt(head, fragment(second(0)));
    expect(seen).toMatchObject({ ...KNOWN, width: null, durationMs: 1000 });
  });

  it('at all says so', async () => {
    expect(await lookAt(mp4.FTYP, Buffer.alloc(5000, 1))).toMatchObject({
      ok: false,
      codecs: null,
      durationMs: null,
    });
    expect(await lookAt(Buffer.alloc(5000, 1))).toMatchObject({
      ok: false,
      error: expect.any(String) as string,
    });
  });

  it('because the store fails is no fault of the file, at whichever reading', async () => {
    const film = mp4.filmOf(7200, 580_000, second, HEAD);
    const { readings } = await look(film);
    for (const failing of readings.keys()) {
      let reading = 0;
      const read = (start: number, end: number): Buffer => {
        if (reading++ === failing) throw new AppError('service_unavailable', 'The store is away.');
        return film.read(start, end);
      };
      await expect(look({ ...film, read })).rejects.toMatchObject({ code: 'service_unavailable' });
    }
  });
});
