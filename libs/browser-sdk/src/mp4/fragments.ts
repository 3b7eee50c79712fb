/** Moves the fragments of one file into another. */
import { HEADER_BYTES, boxesOf, leavesOf } from './boxes.js';
import type { Header, Track } from './header.js';

/** tfhd flag: offsets count from the beginning of the file, so the fragment cannot be moved. */
const BASE_DATA_OFFSET = 1;
/** trun flags: the fields that are present. */
const DATA_OFFSET = 1;
const FIRST_FLAGS = 4;
const DURATIONS = 0x100;
const SIZES = 0x200;

interface Move {
  source: Header;
  /** Its track ids and formats are those of the file. */
  origin: Header;
  shiftMs: number;
  /** Sequence number of the first fragment. */
  sequence: number;
  /** Whether parameter sets are put before every run of pictures. */
  isInBand: boolean;
}

/** Rejects when a fragment cannot be moved. */
export async function moveFragments(media: Blob, move: Move): Promise<BlobPart[]> {
  const parts: BlobPart[] = [];
  const sets = Uint8Array.from(move.isInBand ? move.source.sets : '', (char) => char.charCodeAt(0));
  let cuts: number[] = [];
  let moof = 0;
  for await (const { type, start, size, headerBytes } of boxesOf(media)) {
    const end = start + size;
    if (type === 'moof') {
      const view = new DataView(await media.slice(start, end).arrayBuffer());
      cuts = moveFragment(view, move, sets.length);
      moof = start;
      parts.push(view);
    }
    if (type !== 'mdat') continue;
    let at = start;
    if (cuts[0]) {
      if (headerBytes > HEADER_BYTES) refuse();
      const length = new DataView(new ArrayBuffer(4));
      length.setUint32(0, size + cuts.length * sets.length);
      parts.push(length);
      at += 4;
    }
    for (const cut of cuts) parts.push(media.slice(at, (at = moof + cut)), sets);
    parts.push(media.slice(at, end));
  }
  return parts;
}

/** Returns at which offsets of the fragment bytes will be inserted, `inserted` at each. */
function moveFragment(view: DataView, move: Move, inserted: number): number[] {
  const cuts: number[] = [];
  /** Where the offsets of runs are. A run without one follows the run before it. */
  const offsets: number[] = [];
  let track: Track | undefined;
  for (const { type, flags, fields } of leavesOf(view)) {
    if (type === 'mfhd') view.setUint32(fields, move.sequence++);
    if (type === 'tfhd') {
      track = move.source.tracks.find(({ id }) => id === view.getUint32(fields));
      const target = move.origin.tracks.find(({ format }) => format === track?.format);
      if (!target || flags & BASE_DATA_OFFSET) refuse();
      view.setUint32(fields, target.id);
    }
    if (type === 'tfdt' && track) {
      const ticks = Math.round((move.shiftMs * track.timescale) / 1000);
      if (flags >>> 24) view.setBigUint64(fields, view.getBigUint64(fields) + BigInt(ticks));
      else view.setUint32(fields, view.getUint32(fields) + ticks);
    }
    if (type !== 'trun' || !(flags & DATA_OFFSET)) continue;
    offsets.push(fields + 4);
    if (!inserted || !track?.isInHeader) continue;
    if (!(flags & SIZES)) refuse();
    cuts.push(view.getInt32(fields + 4));
    // Of 4 bytes each, and FIRST_FLAGS is 4.
    const size = fields + 8 + (flags & FIRST_FLAGS) + (flags & DURATIONS) / 64;
    view.setUint32(size, view.getUint32(size) + inserted);
  }
  for (const at of offsets) {
    const offset = view.getInt32(at);
    view.setInt32(at, offset + cuts.filter((cut) => cut < offset).length * inserted);
  }
  return cuts;
}

function refuse(): never {
  throw new Error();
}
