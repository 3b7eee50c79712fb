import { describe, expect, it } from 'vitest';
import { asCaptured, RATE, startOfPictures, startOfSound } from './match-start.js';

/** The same numbers between 0 and 1 for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** When a camera of 15 pictures a second took them, give or take `waverMs`. */
function camera(waverMs: number, seed = 7): number[] {
  const next = numbers(seed);
  return Array.from({ length: 60 }, (_, index) => 5_000 + (index * 1000) / 15 + waverMs * (next() - 0.5));
}

/** As Chromium writes them: each distance is cut to a fifteenth of a millisecond, and fragments of 16 pictures are right again. */
function muxed(times: number[]): number[] {
  const cut = (ms: number): number => Math.floor(ms * 15) / 15;
  const written: number[] = [];
  for (const [index, time] of times.entries())
    written.push(
      index % 16 === 0
        ? cut(time)
        : (written[index - 1] as number) + cut(time - (times[index - 1] as number)),
    );
  return written;
}

describe('a file whose first picture is another than the clock says', () => {
  const BEGUN = 20;

  it.each([-3, -1, 1, 3])('is placed by the distances between its pictures, %i pictures off', (off) => {
    const captured = camera(4);
    const zero = captured[BEGUN] as number;
    const inFile = captured.slice(BEGUN, BEGUN + 25).map((time) => time - zero);
    expect(startOfPictures(inFile, captured, captured[BEGUN + off] as number)).toBeCloseTo(zero, 3);
  });

  it('is placed by the pictures that a busy page was told of, although its first was not among them', () => {
    const captured = camera(4);
    const zero = captured[BEGUN] as number;
    const inFile = captured.slice(BEGUN, BEGUN + 25).map((time) => time - zero);
    const told = captured.filter((_, index) => index % 3 === 0);
    expect(told).not.toContain(zero);
    expect(startOfPictures(inFile, told, zero + 80)).toBeCloseTo(zero, 3);
  });

  it('is placed next to where the clock says, with a camera that never wavers', () => {
    const captured = camera(0);
    const zero = captured[BEGUN] as number;
    const inFile = captured.slice(BEGUN, BEGUN + 25).map((time) => time - zero);
    expect(startOfPictures(inFile, captured, zero + 10)).toBeCloseTo(zero, 3);
  });

  it.each([-1, 1])(
    'is placed although the camera hardly wavers and the muxer rounds, %i picture off',
    (off) => {
      const captured = camera(1);
      const zero = captured[BEGUN] as number;
      const inFile = muxed(captured.slice(BEGUN, BEGUN + 40).map((time) => time - zero));
      const told = captured.map((time) => Math.round(time * 10) / 10);
      const start = startOfPictures(inFile, told, told[BEGUN + off] as number);
      expect(Math.abs((start as number) - zero)).toBeLessThan(1);
    },
  );

  it('is not placed by pictures that are no part of it, nor by a few', () => {
    const zero = camera(4)[BEGUN] as number;
    const inFile = camera(40, 9).map((time) => time - 5_000);
    expect(startOfPictures(inFile, camera(40), zero)).toBeNull();
    expect(startOfPictures([0, 66], camera(4), zero)).toBeNull();
    expect(startOfPictures([], [], zero)).toBeNull();
  });
});

describe('a file whose first sound is another than the clock says', () => {
  const next = numbers(3);
  const spoken = Float32Array.from(
    { length: 3 * RATE },
    (_, index) =>
      // Words of a third of a second, between them a quiet room.
      (index % RATE < RATE / 3 ? 0.4 : 0.002) * (next() - 0.5),
  );
  const heardFrom = (ms: number, lengthMs: number) => ({
    at: 9_000 + ms,
    pcm: spoken.slice((ms * RATE) / 1000, ((ms + lengthMs) * RATE) / 1000),
  });
  /** The file begins 160 ms into what was spoken. */
  const played = spoken.slice((160 * RATE) / 1000);
  const zero = 9_160;

  it.each([-80, -20, -10, 0, 10, 90])('is placed by what was heard, %i ms off', (off) => {
    expect(startOfSound(played, [heardFrom(0, 1_800)], zero + off)).toBeCloseTo(zero, 3);
  });

  it('is placed by a part that was heard without a gap, where a busy page lost the rest', () => {
    const heard = [heardFrom(40, 20), heardFrom(900, 500), heardFrom(1_500, 30)];
    expect(startOfSound(played, heard, zero + 20)).toBeCloseTo(zero, 3);
  });

  it('is placed where it was captured, although the browser lost some of the file’s sound before that moment', () => {
    const gaps = [
      { atMs: 200, durationMs: 30 },
      { atMs: 500, durationMs: 10 },
    ];
    const kept = [
      [0, 200],
      [230, 500],
      [510, 2_500],
    ].flatMap(([from = 0, until = 0]) => [...played.slice((from * RATE) / 1000, (until * RATE) / 1000)]);
    const decoded = Float32Array.from(kept);
    const heard = [heardFrom(900, 500)];
    expect(startOfSound(decoded, heard, zero)).toBeCloseTo(zero + 40, 3);
    const captured = asCaptured(decoded, gaps);
    expect(captured.length).toBe(2.5 * RATE);
    expect(startOfSound(captured, heard, zero)).toBeCloseTo(zero, 3);
    expect(asCaptured(played, [])).toEqual(played);
  });

  it('is not placed by silence, nor by sound that is not in it', () => {
    const quiet = { at: 9_000, pcm: new Float32Array(RATE) };
    const strange = { at: 9_500, pcm: Float32Array.from({ length: RATE }, () => next() - 0.5) };
    expect(startOfSound(played, [quiet], zero)).toBeNull();
    expect(startOfSound(played, [strange], zero)).toBeNull();
    expect(startOfSound(played, [], zero)).toBeNull();
  });
});
