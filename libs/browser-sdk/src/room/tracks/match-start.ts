/**
 * Where a file begins, found by what is in it. A recorder on a busy machine begins some pictures or chunks of sound later
 * or earlier than it was told to. What it recorded tells which: no two distances between pictures are quite the same, and
 * sound is like itself at one place only.
 */

/** How far a recorder may begin from where it should have. */
const REACH_MS = 300;
/** Pictures of the file are less apart than this from those that were captured, where they are the same. */
const SAME_MS = 1;
/** A start whose pictures are apart by so much more than the best one’s, and half as much again, is as likely. */
const ROUNDED_MS = 0.05;
/** More than this tells no more. */
const APART_MS = 5;
const PICTURES_NEEDED = 6;
/** Samples a second of what is compared. */
export const RATE = 8_000;
const PER_MS = RATE / 1000;
/** A quarter of a second of sound. */
const WINDOW = RATE / 4;
/** A correlation below this is of different sounds, and within this of the best is as good. */
const ALIKE = 0.6;
const AS_GOOD = 0.98;

/**
 * When the file's zero was captured; null where the pictures do not tell. Of starts that are equally likely, as with a camera
 * that never wavers, the one next to `near` is taken. Times are milliseconds.
 */
export function startOfPictures(
  inFile: readonly number[],
  captured: readonly number[],
  near: number,
): number | null {
  const last = inFile.at(-1) ?? 0;
  const apart = (start: number): number => {
    const seen = captured.filter((time) => time > start - SAME_MS && time <= start + last);
    if (seen.length < PICTURES_NEEDED) return Infinity;
    let [sum, before] = [0, 0];
    for (const time of seen) {
      const off = nearest(
        inFile.map((at) => start + at - time),
        0,
      ) as number;
      // Muxers round each distance and make up for it after a second: what all are off says little, a change says much.
      sum += Math.min(APART_MS, Math.abs(off - before) + Math.abs(off) / 4);
      before = off;
    }
    return sum / seen.length;
  };
  const starts = captured
    .flatMap((time) => inFile.map((at) => time - at))
    .filter((start) => Math.abs(start - near) < REACH_MS)
    .map((start) => ({ start, apart: apart(start) }));
  const best = Math.min(...starts.map((each) => each.apart));
  const likely = starts.filter((each) => each.apart <= 1.5 * best + ROUNDED_MS);
  return best < SAME_MS
    ? nearest(
        likely.map(({ start }) => start),
        near,
      )
    : null;
}

/** Sound without a gap, `RATE` samples a second, from an instant in milliseconds on. */
export interface Sound {
  at: number;
  pcm: Float32Array;
}

/** The sound of a file as it was captured: with silence where a browser lost some, which decoders leave out. */
export function asCaptured(
  decoded: Float32Array,
  gaps: readonly { atMs: number; durationMs: number }[],
): Float32Array {
  const lost = gaps.reduce((sum, { durationMs }) => sum + Math.round(durationMs * PER_MS), 0);
  const sound = new Float32Array(decoded.length + lost);
  let [from, late] = [0, 0];
  for (const { atMs, durationMs } of gaps) {
    const until = Math.min(decoded.length, Math.round(atMs * PER_MS) - late);
    sound.set(decoded.subarray(from, until), from + late);
    late += Math.round(durationMs * PER_MS);
    from = until;
  }
  sound.set(decoded.subarray(from), from + late);
  return sound;
}

/** When the first of `played` was captured, by the loudest moment that was heard; null where nothing tells. */
export function startOfSound(played: Float32Array, heard: readonly Sound[], near: number): number | null {
  const isInFile = (at: number): boolean => at >= near + REACH_MS;
  const window = loudest(heard, isInFile);
  if (!window) return null;
  const expected = Math.round((window.at - near) * PER_MS);
  const found: { start: number; alike: number }[] = [];
  for (let at = expected - REACH_MS * PER_MS; at <= expected + REACH_MS * PER_MS; at++)
    if (at >= 0 && at + WINDOW <= played.length)
      found.push({ start: window.at - at / PER_MS, alike: correlation(window.pcm, played, at) });
  const best = found.reduce((most, { alike }) => Math.max(most, alike), 0);
  const likely = found.filter(({ alike }) => alike >= AS_GOOD * best);
  return best < ALIKE
    ? null
    : nearest(
        likely.map(({ start }) => start),
        near,
      );
}

function loudest(heard: readonly Sound[], isInFile: (at: number) => boolean): Sound | undefined {
  let most = 0;
  let found: Sound | undefined;
  for (const { at, pcm } of heard)
    for (let from = 0; from + WINDOW <= pcm.length; from += WINDOW / 8) {
      const window = { at: at + from / PER_MS, pcm: pcm.subarray(from, from + WINDOW) };
      const energy = window.pcm.reduce((sum, sample) => sum + sample * sample, 0);
      if (energy > most && isInFile(window.at)) [most, found] = [energy, window];
    }
  return found;
}

/** Pearson's, of sound that lies around zero: 1 for the same, 0 where either is silent. */
function correlation(window: Float32Array, played: Float32Array, from: number): number {
  let [both, one, other] = [0, 0, 0];
  for (let index = 0; index < window.length; index++) {
    const [a, b] = [window[index] as number, played[from + index] as number];
    both += a * b;
    one += a * a;
    other += b * b;
  }
  return both / (Math.sqrt(one * other) || Infinity);
}

function nearest(values: readonly number[], near: number): number | null {
  return values.reduce<number | null>(
    (best, value) => (best === null || Math.abs(value - near) < Math.abs(best - near) ? value : best),
    null,
  );
}
