import { box, byteLength, longs, MAX_U32, NotUnderstood, words } from './boxes.js';
import type { Dated, Movie, Track } from './movie.js';
import type { Words } from './words.js';

const NORMAL_RATE = 0x1_0000;
const MAX_I32 = 0x7fff_ffff;

/** Where the media of the copy begin, and whether offsets need 64 bits. */
interface Layout {
  base: number;
  wide: boolean;
}

/** Times of the copy as its headers say them. */
interface Timing {
  /** Ticks of the movie per second. */
  timescale: number;
  /** Ticks of the movie in one of its own, before. */
  factor: number;
}

/**
 * Everything before the media of the copy, in pieces: `ftyp`, `moov`, and the header of `mdat`.
 * @param mediaBytes of all fragments together.
 * @throws NotUnderstood where an index without fragments could not say the same.
 */
export function indexOf(movie: Movie, mediaBytes: number): Buffer[] {
  const tracks = movie.tracks.filter(({ samples }) => samples.count > 0);
  if (tracks.length === 0) throw new NotUnderstood('no samples');
  const ftyp = fileType(tracks);
  const mdat = mediaHeader(mediaBytes);
  const timing = timingOf(movie, tracks);
  const before = (layout: Layout): Buffer[] => [...ftyp, ...moov(movie, tracks, timing, layout), mdat];
  const narrow = byteLength(before({ base: 0, wide: false }));
  if (narrow + mediaBytes <= MAX_U32) return before({ base: narrow, wide: false });
  return before({ base: byteLength(before({ base: 0, wide: true })), wide: true });
}

/** Brands that promise what the copy keeps to: signed offsets for `iso4`, and the codecs that want one of their own. */
function fileType(tracks: readonly Track[]): Buffer[] {
  const codecs = tracks.map(({ kept }) => kept.description.content.toString('latin1', 12, 16));
  const brands = ['isom', 'iso4'];
  if (codecs.some((codec) => /^avc/.test(codec))) brands.push('avc1');
  if (codecs.includes('av01')) brands.push('av01');
  return box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from([...brands, 'mp41'].join('')));
}

function mediaHeader(mediaBytes: number): Buffer {
  const type = Buffer.from('mdat');
  if (8 + mediaBytes <= MAX_U32) return Buffer.concat([words(8 + mediaBytes), type]);
  return Buffer.concat([words(1), type, longs(16 + mediaBytes)]);
}

/** A timescale in which every time of every track is a whole number, so that edits are exact. */
function timingOf({ timescale }: Movie, tracks: readonly Track[]): Timing {
  const scales = tracks.map((track) => track.timescale);
  if (tracks.some(({ emptyTicks }) => emptyTicks > 0)) scales.push(timescale);
  const common = scales.reduce((product, scale) => (product / divisor(product, scale)) * scale, 1);
  if (common > MAX_U32) throw new NotUnderstood('timescales without a common one');
  return { timescale: common, factor: common / timescale };
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

function moov(movie: Movie, tracks: readonly Track[], timing: Timing, layout: Layout): Buffer[] {
  const traks = tracks.map((track) => trak(track, timing, layout));
  const duration = Math.max(...traks.map((each) => each.duration));
  const header = { ...movie.header, head: words(timing.timescale) };
  return box('moov', ...dated(header, duration), ...traks.flatMap(({ pieces }) => pieces));
}

/** @returns its duration in ticks of the movie as well. */
function trak(track: Track, timing: Timing, layout: Layout): { pieces: Buffer[]; duration: number } {
  const { kept, samples } = track;
  const { edits, duration } = editsOf(track, timing);
  const information = kept.beforeSampleTable.map(({ bytes }) => bytes);
  const minf = box('minf', ...information, ...sampleTable(track, layout));
  const media = kept.beforeMediaInformation.map(({ bytes }) => bytes);
  const mdia = box('mdia', ...dated(track.mediaHeader, samples.duration), ...media, ...minf);
  return { pieces: box('trak', ...dated(track.header, duration), ...edits, ...mdia), duration };
}

/**
 * The table of a file without fragments begins at 0, while the times of fragments may begin anywhere: what lies between is an
 * edit in which nothing is shown (8.6.6). An edit list that leaves out the first samples still leaves out the same ones.
 */
function editsOf(
  { samples, timescale, mediaTime, emptyTicks }: Track,
  timing: Timing,
): { edits: Buffer[]; duration: number } {
  const ticks = timing.timescale / timescale;
  const empty = emptyTicks * timing.factor + Math.max(0, samples.start - mediaTime) * ticks;
  const from = Math.max(0, mediaTime - samples.start);
  if (empty === 0 && from === 0) return { edits: [], duration: samples.duration * ticks };
  const shown = (samples.shownUntil - samples.start - from) * ticks;
  const duration = empty + shown;
  if (shown <= 0 || from > MAX_I32 || !Number.isSafeInteger(duration))
    throw new NotUnderstood('an edit list');
  const entries: Buffer[] = [];
  if (empty > 0) entries.push(longs(empty), words(MAX_U32, MAX_U32, NORMAL_RATE));
  entries.push(longs(shown, from), words(NORMAL_RATE));
  const elst = box('elst', words(1 << 24, empty > 0 ? 2 : 1), ...entries);
  return { edits: box('edts', ...elst), duration };
}

function sampleTable({ kept, samples, isSound }: Track, layout: Layout): Buffer[] {
  const { composition, syncs, chunks } = samples;
  if (syncs.length === 0) throw new NotUnderstood('pictures that never begin anew');
  const pairs = (type: string, version: number, table: Words): Buffer[] =>
    box(type, words(version << 24, table.length / 2), ...table.pieces());
  const tables = [kept.description.bytes, ...pairs('stts', 0, samples.durations.end())];
  if (composition.isUsed)
    tables.push(...pairs('ctts', Number(composition.isNegative), samples.compositions.end()));
  if (!isSound && syncs.length < samples.count)
    tables.push(...box('stss', words(0, syncs.length), ...syncs.pieces()));
  const { sampleCounts } = chunks;
  tables.push(...box('stsc', words(0, sampleCounts.length / 3), ...sampleCounts.pieces()));
  const sizes = samples.size === null ? samples.sizes.pieces() : [];
  tables.push(...box('stsz', words(0, samples.size ?? 0, samples.count), ...sizes));
  const offsets = chunks.offsetsFrom(layout.base, layout.wide);
  tables.push(...box(layout.wide ? 'co64' : 'stco', words(0, chunks.count), offsets));
  return box('stbl', ...tables);
}

/** A header with another duration, of 64 bits where it has to be. */
function dated({ type, version, flags, created, modified, head, tail }: Dated, duration: number): Buffer[] {
  const isLong = version === 1 || duration > MAX_U32;
  const numbers = isLong ? longs : words;
  const start = words((Number(isLong) << 24) | flags);
  return box(type, start, numbers(created, modified), head, numbers(duration), tail);
}
