import { boxesIn, fullBox, longAt, NotUnderstood, wordAt, type Box } from './boxes.js';
import type { SampleDefaults, Track } from './movie.js';

/** Flags of a `tfhd` (ISO/IEC 14496-12, 8.8.7). */
const BASE_OFFSET = 1;
const DESCRIPTION = 2;
const DEFAULT_DURATION = 8;
const DEFAULT_SIZE = 0x10;
const DEFAULT_FLAGS = 0x20;
const NO_SAMPLES = 0x1_0000;
const BASE_IS_FRAGMENT = 0x2_0000;
const TFHD_FLAGS =
  BASE_OFFSET | DESCRIPTION | DEFAULT_DURATION | DEFAULT_SIZE | DEFAULT_FLAGS | NO_SAMPLES | BASE_IS_FRAGMENT;
/** Flags of a `trun` (8.8.8). */
const DATA_OFFSET = 1;
const FIRST_FLAGS = 4;
const DURATION = 0x100;
const SIZE = 0x200;
const FLAGS = 0x400;
const COMPOSITION = 0x800;
const SAMPLE_FIELDS = [DURATION, SIZE, FLAGS, COMPOSITION];
const TRUN_FLAGS = DATA_OFFSET | FIRST_FLAGS | DURATION | SIZE | FLAGS | COMPOSITION;
/** Flags of a sample (8.8.3.1): decoding cannot start with it. */
const IS_NON_SYNC = 0x1_0000;
/** What players do without. */
const LEFT_OUT = ['sdtp', 'sgpd', 'sbgp', 'free', 'skip'];

/** The media that follow a fragment's header. */
export interface Payload {
  /** Offsets in the file; of a file that ends early, `end` is that of the file. */
  start: number;
  end: number;
  /** Whether the file ends before the media do. */
  isTorn: boolean;
  /** Offset of `start` in the media of the copy. */
  copiedTo: number;
}

interface RunContext {
  track: Track;
  defaults: SampleDefaults;
  payload: Payload;
  /** Decoding time of the next sample. */
  time: number;
  /** Offset in the file that runs count from. */
  base: number;
  /** Where the next sample lies if its run does not say. */
  position: number | undefined;
}

/**
 * Adds the samples of a fragment to its tracks.
 * @param content of the `moof` that begins at `start`.
 * @throws NotUnderstood on anything in it that may matter and is not known here; NotRemuxable on too many samples.
 */
export function readFragment(
  content: Buffer,
  start: number,
  payload: Payload,
  tracks: readonly Track[],
): void {
  const trafs: Box[] = [];
  for (const each of boxesIn(content)) {
    if (each.type === 'traf') trafs.push(each);
    else if (each.type !== 'mfhd') throw new NotUnderstood('an unknown box in a fragment');
  }
  for (const [index, traf] of trafs.entries()) readTrackFragment(traf, { start, payload, index, tracks });
}

interface FragmentContext {
  start: number;
  payload: Payload;
  /** Which one of the fragment's it is. */
  index: number;
  tracks: readonly Track[];
}

function readTrackFragment({ content }: Box, fragment: FragmentContext): void {
  const [header, ...boxes] = boxesIn(content);
  if (header?.type !== 'tfhd') throw new NotUnderstood('a track fragment without a header');
  const run = readHeader(header, fragment);
  let hasTime = false;
  for (const each of boxes) {
    if (each.type === 'tfdt' && !hasTime) {
      const { version, body } = fullBox(each.content);
      run.time = version === 1 ? longAt(body, 0) : wordAt(body, 0);
      hasTime = true;
    } else if (each.type === 'trun' && hasTime) readRun(each.content, run);
    else if (!LEFT_OUT.includes(each.type)) throw new NotUnderstood('an unknown box in a track fragment');
  }
}

function readHeader({ content }: Box, { start, payload, index, tracks }: FragmentContext): RunContext {
  const { flags, body } = fullBox(content);
  const track = tracks.find(({ id }) => id === wordAt(body, 0));
  if (!track || flags & ~TFHD_FLAGS) throw new NotUnderstood('the header of a track fragment');
  let at = 4;
  let base: number | undefined;
  if (flags & BASE_OFFSET) {
    base = longAt(body, at);
    at += 8;
  }
  // Without either flag those behind the first count from where the media of the one before end.
  const isOwn = flags & BASE_OFFSET ? base === start : Boolean(flags & BASE_IS_FRAGMENT) || index === 0;
  if (!isOwn) throw new NotUnderstood('offsets from elsewhere');
  const next = (): number => wordAt(body, (at += 4) - 4);
  if (flags & DESCRIPTION && next() !== 1) throw new NotUnderstood('another sample description');
  const defaults = {
    duration: flags & DEFAULT_DURATION ? next() : track.defaults.duration,
    size: flags & DEFAULT_SIZE ? next() : track.defaults.size,
    flags: flags & DEFAULT_FLAGS ? next() : track.defaults.flags,
  };
  return { track, defaults, payload, time: 0, base: start, position: undefined };
}

/** Adds the samples of a run; of a torn file, those that are whole. */
function readRun(content: Buffer, run: RunContext): void {
  const { version, flags, body } = fullBox(content);
  const count = wordAt(body, 0);
  let at = 4;
  if (version > 1 || flags & ~TRUN_FLAGS) throw new NotUnderstood('a run');
  if (flags & DATA_OFFSET) {
    run.position = run.base + (wordAt(body, at) | 0);
    at += 4;
  }
  let firstFlags: number | undefined;
  if (flags & FIRST_FLAGS) {
    firstFlags = wordAt(body, at);
    at += 4;
  }
  const stride = 4 * SAMPLE_FIELDS.filter((field) => flags & field).length;
  if (body.length !== at + count * stride) throw new NotUnderstood('a run of another size');
  if (firstFlags !== undefined && flags & FLAGS) throw new NotUnderstood('a run with flags of both kinds');
  run.track.samples.room.takePackets(count);
  addSamples({ bytes: body.subarray(at), flags, firstFlags, isSigned: version === 1, count }, run);
}

interface Run {
  bytes: Buffer;
  flags: number;
  firstFlags: number | undefined;
  isSigned: boolean;
  count: number;
}

function addSamples({ bytes, flags, firstFlags, isSigned, count }: Run, run: RunContext): void {
  const { track, defaults, payload } = run;
  const { samples } = track;
  const from = run.position;
  if (from === undefined || from < payload.start) throw new NotUnderstood('a run without an offset');
  let [at, added, position] = [0, 0, from];
  const next = (): number => bytes.readUInt32BE((at += 4) - 4);
  for (; added < count; added += 1) {
    const duration = flags & DURATION ? next() : defaults.duration;
    const size = flags & SIZE ? next() : defaults.size;
    const own = flags & FLAGS ? next() : defaults.flags;
    const offset = flags & COMPOSITION ? next() : 0;
    if (position + size > payload.end) {
      if (payload.isTorn) break;
      throw new NotUnderstood('samples beyond the media of their fragment');
    }
    const isSync = !((added === 0 ? (firstFlags ?? own) : own) & IS_NON_SYNC);
    if (track.isSound && !isSync) throw new NotUnderstood('sound that depends on sound');
    samples.add({ time: run.time, duration, size, composition: isSigned ? offset | 0 : offset, isSync });
    run.time += duration;
    position += size;
  }
  run.position = position;
  if (added > 0) samples.chunks.add(payload.copiedTo + from - payload.start, added);
}
