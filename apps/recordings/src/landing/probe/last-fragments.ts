import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  boxesIn,
  headerAt,
  LARGE_HEADER_BYTES,
  NotUnderstood,
  wordAt,
} from '../../renditions/defragment/boxes.js';
import type { ReadRange } from '../../takes/media-input.js';
import { shortened, usualTicksIn } from './short-fragment.js';

const MIB = 1024 * 1024;
/** The header of a recorder's file is one or two kilobytes long. */
const HEAD_BYTES = 64 * 1024;
const SMALL_HEADER_BYTES = 8;
/** A header of an hour and a half of pictures and sound has some megabytes. */
const MOST_MOOF_BYTES = 32 * MIB;
/** How much of the end is read, one step after another until each track has a fragment in it. */
const END_BYTES = [MIB, 4 * MIB, 16 * MIB];
/** More are not looked into: a hostile file may consist of nothing else. */
const MOST_FRAGMENTS = 1000;
const MOST_TRACKS = 8;
const codeOf = (type: string): number => Buffer.from(type, 'latin1').readUInt32BE();
const [MOOF, MFHD] = [codeOf('moof'), codeOf('mfhd')];
/** Boxes that a fragmented file has on its top level behind its header. */
const TYPES = new Set(
  ['moof', 'mdat', 'mfra', 'sidx', 'styp', 'emsg', 'prft', 'free', 'skip', 'uuid'].map(codeOf),
);
/** Places that look like a fragment, after which others have their turn. */
const PLACES_A_TURN = 10_000;
/** Ends a file whose last word is then not taken for the size of an `mfra`. */
const FREE = Buffer.from('\0\0\0\x08free', 'latin1');

/**
 * The header of a fragmented file and the header of the last fragment of each track, without media: a small file that
 * lasts as long. A fragment says itself when it begins, so what comes before it need not be read, however much that is.
 * @returns undefined where nothing of that kind is found.
 */
export async function lastFragments(
  sizeBytes: number,
  trackCount: number,
  read: ReadRange,
): Promise<Buffer | undefined> {
  try {
    return await excerptOf(sizeBytes, trackCount, read);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

async function excerptOf(
  sizeBytes: number,
  trackCount: number,
  read: ReadRange,
): Promise<Buffer | undefined> {
  const head = headIn(await read(0, Math.min(HEAD_BYTES, sizeBytes)));
  if (!head) return undefined;
  const wanted = Math.min(trackCount, MOST_TRACKS);
  let end: Buffer = Buffer.alloc(0);
  let last = new Map<number, Buffer>();
  for (const bytes of END_BYTES) {
    const start = Math.max(head.length, sizeBytes - bytes);
    end = Buffer.concat([await read(start, sizeBytes - end.length), end]);
    last = lastOfTracks(fragmentsIn(end, await firstFragmentIn(end)), wanted);
    if (last.size >= wanted || start === head.length) break;
  }
  if (last.size === 0) last = lastOfTracks(await onlyFragment(head.length, sizeBytes, read), wanted);
  if (last.size === 0) return undefined;
  const usual = usualTicksIn(moovIn(head));
  const fragments = [...new Set(last.values())].reverse().map((each) => shortened(each, usual, sizeBytes));
  return Buffer.concat([head, ...fragments, FREE]);
}

/** The fragment of a file whose media reach to its end, or to what was read of that. */
async function onlyFragment(at: number, sizeBytes: number, read: ReadRange): Promise<Buffer[]> {
  const headerFrom = async (start: number): Promise<ReturnType<typeof headerOf>> =>
    headerOf(await read(start, Math.min(sizeBytes, start + LARGE_HEADER_BYTES)), 0);
  const moof = await headerFrom(at);
  const end = at + (moof?.size ?? 0);
  if (moof?.type !== 'moof' || moof.size > MOST_MOOF_BYTES || end >= sizeBytes) return [];
  const mdat = await headerFrom(end);
  if (mdat?.type !== 'mdat' || end + mdat.size + Math.max(...END_BYTES) < sizeBytes) return [];
  return [await read(at, end)];
}

/** What is in the `moov` that a file's beginning ends with. */
function moovIn(head: Buffer): Buffer {
  const moov = boxesIn(head).at(-1);
  if (!moov) throw new NotUnderstood('no header');
  return moov.content;
}

/** The file's beginning up to the end of a `moov` that announces fragments. */
function headIn(bytes: Buffer): Buffer | undefined {
  let at = 0;
  for (let header = headerOf(bytes, at); header; header = headerOf(bytes, at)) {
    const end = at + header.size;
    if (end > bytes.length) return undefined;
    if (header.type === 'moov') {
      const content = boxesIn(bytes.subarray(at + header.headerBytes, end));
      return content.some(({ type }) => type === 'mvex') ? bytes.subarray(0, end) : undefined;
    }
    at = end;
  }
  return undefined;
}

/** The last whole `moof`s of a file. */
function fragmentsIn(end: Buffer, first = end.length): Buffer[] {
  const found: Buffer[] = [];
  let at = first;
  for (let size = sizeAt(end, at); size !== undefined; size = sizeAt(end, at)) {
    const isWhole = at + size <= end.length;
    if (isWhole && end.readUInt32BE(at + 4) === MOOF) found.push(end.subarray(at, at + size));
    at += size;
    if (found.length >= 2 * MOST_FRAGMENTS) found.splice(0, MOST_FRAGMENTS);
  }
  return found;
}

/** By track, its last fragment; the last of all comes first. @throws NotUnderstood on one that does not say when it begins */
function lastOfTracks(fragments: readonly Buffer[], wanted: number): Map<number, Buffer> {
  const last = new Map<number, Buffer>();
  for (const fragment of fragments.slice(-MOST_FRAGMENTS).reverse()) {
    if (last.size >= wanted) break;
    for (const id of trackIdsIn(fragment)) if (!last.has(id)) last.set(id, fragment);
  }
  return last;
}

/**
 * Media may look like a box. A fragment is one from which one box follows another until the file ends, also where it is
 * torn in the last one.
 */
async function firstFragmentIn(end: Buffer): Promise<number | undefined> {
  // No place is walked over twice, whatever the file is full of.
  const seen = Buffer.alloc(end.length);
  let places = 0;
  for (let name = end.indexOf('moof', 4); name >= 0; name = end.indexOf('moof', name + 1)) {
    if (++places % PLACES_A_TURN === 0) await nextTurn();
    if (seen[name - 4]) continue;
    let at = name - 4;
    for (let size = sizeAt(end, at); size !== undefined && !seen[at]; size = sizeAt(end, at)) {
      seen[at] = 1;
      at += size;
    }
    if (at > end.length - LARGE_HEADER_BYTES) return name - 4;
  }
  return undefined;
}

/** Of the box at `at`; undefined where there is none. No text, object or error is made: a file may be full of such places. */
function sizeAt(end: Buffer, at: number): number | undefined {
  if (at + SMALL_HEADER_BYTES > end.length) return undefined;
  const short = end.readUInt32BE(at);
  const type = end.readUInt32BE(at + 4);
  if (!TYPES.has(type)) return undefined;
  const headerBytes = short === 1 ? LARGE_HEADER_BYTES : SMALL_HEADER_BYTES;
  if (at + headerBytes > end.length) return undefined;
  const size = short === 1 ? Number(end.readBigUInt64BE(at + SMALL_HEADER_BYTES)) : short;
  if (size < headerBytes || !Number.isSafeInteger(size)) return undefined;
  const first = at + headerBytes + 4;
  const isFragment = first + 4 <= end.length && end.readUInt32BE(first) === MFHD;
  return type === MOOF && !isFragment ? undefined : size;
}

function headerOf(bytes: Buffer, at: number): ReturnType<typeof headerAt> {
  try {
    return headerAt(bytes, at);
  } catch {
    return undefined;
  }
}

/** Tracks that have samples in a fragment. What is in it is looked at one track after another, never all at once. */
function trackIdsIn(moof: Buffer): number[] {
  const ids: number[] = [];
  for (const { type, content: traf } of boxesIn(moof).flatMap(({ content }) => boxesIn(content))) {
    if (type !== 'traf') continue;
    const inner = boxesIn(traf);
    if (!inner.some((each) => each.type === 'trun' && wordAt(each.content, 4) > 0)) continue;
    const header = inner.find((each) => each.type === 'tfhd');
    if (!header || !inner.some((each) => each.type === 'tfdt'))
      throw new NotUnderstood('a fragment of no time');
    ids.push(wordAt(header.content, 4));
  }
  return ids;
}
