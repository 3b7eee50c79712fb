import {
  boxesIn,
  headerAt,
  LARGE_HEADER_BYTES,
  NotUnderstood,
  wordAt,
} from '../../renditions/defragment/boxes.js';
import type { ReadRange } from '../../takes/media-input.js';

const MIB = 1024 * 1024;
/** The header of a recorder's file is one or two kilobytes long. */
const HEAD_BYTES = 64 * 1024;
/** How much of the end is read, one step after another until each track has a fragment in it. */
const END_BYTES = [MIB, 4 * MIB, 16 * MIB];
/** More are not looked into: a hostile file may consist of nothing else. */
const MOST_FRAGMENTS = 1000;
const MOST_TRACKS = 8;
/** Boxes that a fragmented file has on its top level behind its header. */
const TYPES = new Set(['moof', 'mdat', 'mfra', 'sidx', 'styp', 'emsg', 'prft', 'free', 'skip', 'uuid']);
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
    last = lastOfTracks(fragmentsIn(end), wanted);
    if (last.size >= wanted || start === head.length) break;
  }
  if (last.size === 0) return undefined;
  return Buffer.concat([head, ...[...new Set(last.values())].reverse(), FREE]);
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
function fragmentsIn(end: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let at = firstFragmentIn(end) ?? end.length;
  for (let header = headerOf(end, at); header; header = headerOf(end, at)) {
    const { type, size } = header;
    if (type === 'moof' && at + size <= end.length) found.push(end.subarray(at, at + size));
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
function firstFragmentIn(end: Buffer): number | undefined {
  // No place is walked over twice, whatever the file is full of.
  const seen = Buffer.alloc(end.length);
  for (let name = end.indexOf('moof', 4); name >= 0; name = end.indexOf('moof', name + 1)) {
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

/** Of the box at `at`; undefined where there is none. */
function sizeAt(end: Buffer, at: number): number | undefined {
  const header = headerOf(end, at);
  if (!header || !TYPES.has(header.type)) return undefined;
  const first = end.toString('latin1', at + header.headerBytes + 4, at + header.headerBytes + 8);
  return header.type === 'moof' && first !== 'mfhd' ? undefined : header.size;
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
