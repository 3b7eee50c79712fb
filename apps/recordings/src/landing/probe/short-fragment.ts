import {
  box,
  boxesIn,
  fullBox,
  longAt,
  longs,
  NotUnderstood,
  wordAt,
  words,
  type Box,
} from '../../renditions/defragment/boxes.js';

/** Of each track. Pictures may be shown later than those that are decoded after them, but not by as many. */
const LAST_SAMPLES = 1000;
/** A fragment of no more is left as it is. */
const FEW_SAMPLES = 100_000;
/** Flags of a `tfhd` (ISO/IEC 14496-12, 8.8.7). */
const BASE_OFFSET = 1;
const DESCRIPTION = 2;
const DEFAULT_DURATION = 8;
/** Flags of a `trun` (8.8.8). */
const DATA_OFFSET = 1;
const FIRST_FLAGS = 4;
const DURATION = 0x100;
const SAMPLE_FIELDS = [DURATION, 0x200, 0x400, 0x800];

/** How long a sample lasts unless its fragment says otherwise, in ticks, by track. */
type UsualTicks = ReadonlyMap<number, number>;

/** @param moov that announces fragments. @throws NotUnderstood */
export function usualTicksIn(moov: Buffer): UsualTicks {
  const defaults = boxesIn(moov)
    .filter(({ type }) => type === 'mvex')
    .flatMap(({ content }) => boxesIn(content));
  return new Map(
    defaults
      .filter(({ type }) => type === 'trex')
      .map(({ content }) => [wordAt(content, 4), wordAt(content, 12)]),
  );
}

/**
 * The header of a fragment with the last samples of its tracks alone: it ends at the same times. The media library makes an
 * object of each sample, and refuses a fragment of more than half a million.
 * @param moof the box. @param mostSamples as many as the file has bytes for
 * @throws NotUnderstood on one that does not say when it begins, or claims more samples
 */
export function shortened(moof: Buffer, usual: UsualTicks, mostSamples: number): Buffer {
  const trafs = boxesIn(moof)
    .flatMap(({ content }) => boxesIn(content))
    .filter(({ type }) => type === 'traf')
    .map(({ content }) => boxesIn(content));
  const samples = trafs.flatMap(runsIn).reduce((sum, { content }) => sum + wordAt(content, 4), 0);
  if (samples <= FEW_SAMPLES) return moof;
  if (samples > mostSamples) throw new NotUnderstood('more samples than the file has bytes for');
  return Buffer.concat(box('moof', ...trafs.flatMap((traf) => shortTraf(traf, usual))));
}

function runsIn(traf: readonly Box[]): Box[] {
  return traf.filter(({ type }) => type === 'trun');
}

function shortTraf(traf: readonly Box[], usual: UsualTicks): Buffer[] {
  const [header, time] = ['tfhd', 'tfdt'].map((type) => traf.find((each) => each.type === type));
  if (!header || !time) throw new NotUnderstood('a fragment of no time');
  const { version, body } = fullBox(time.content);
  const ticks = ticksOf(header, usual);
  let begins = version === 1 ? longAt(body, 0) : wordAt(body, 0);
  let left = LAST_SAMPLES;
  const kept: Buffer[] = [];
  for (const { content } of runsIn(traf).reverse()) {
    const run = shortRun(content, left, ticks);
    begins += run.ticksBefore;
    left -= run.count;
    kept.unshift(...run.pieces);
  }
  return box('traf', header.bytes, ...box('tfdt', words(1 << 24), longs(begins)), ...kept);
}

function ticksOf({ content }: Box, usual: UsualTicks): number {
  const { flags, body } = fullBox(content);
  const at = 4 + (flags & BASE_OFFSET ? 8 : 0) + (flags & DESCRIPTION ? 4 : 0);
  return flags & DEFAULT_DURATION ? wordAt(body, at) : (usual.get(wordAt(body, 0)) ?? 0);
}

interface ShortRun {
  pieces: Buffer[];
  count: number;
  /** How long those last that are left out. */
  ticksBefore: number;
}

/** The last samples of a run, `most` at most. */
function shortRun(content: Buffer, most: number, usualTicks: number): ShortRun {
  const { version, flags, body } = fullBox(content);
  const count = wordAt(body, 0);
  const start = 4 + (flags & DATA_OFFSET ? 4 : 0) + (flags & FIRST_FLAGS ? 4 : 0);
  const stride = 4 * SAMPLE_FIELDS.filter((field) => flags & field).length;
  if (body.length < start + count * stride) throw new NotUnderstood('a run of another size');
  const left = Math.min(count, Math.max(0, most));
  const from = start + (count - left) * stride;
  let ticksBefore = flags & DURATION ? 0 : (count - left) * usualTicks;
  if (flags & DURATION) for (let at = start; at < from; at += stride) ticksBefore += body.readUInt32BE(at);
  // The flags of the first sample are those of one that is left out.
  const kept = left < count ? flags & ~FIRST_FLAGS : flags;
  const before = body.subarray(4, 4 + (kept & DATA_OFFSET ? 4 : 0) + (kept & FIRST_FLAGS ? 4 : 0));
  const head = words(((version << 24) | kept) >>> 0, left);
  const samples = body.subarray(from, start + count * stride);
  return { pieces: left > 0 ? box('trun', head, before, samples) : [], count: left, ticksBefore };
}
