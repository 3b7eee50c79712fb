/**
 * Joins the segments of an interrupted take into one playable file. The headers of later segments are
 * left out; their fragments get the time and the track ids of the first segment's tracks. Media bytes
 * are neither changed nor copied: the result refers to the stored files.
 */
import { boxesOf, readBox, type Box } from './boxes.js';

/** Codecs whose parameters travel in the stream, so that headers may differ. */
const IN_BAND = ['avc3', 'av01'];
const FULL_BOX_BYTES = 4;
/** tfhd flag: offsets count from the beginning of the file, so the fragment cannot be moved. */
const BASE_DATA_OFFSET = 1;
/** More than a segment has fragments, so that sequence numbers rise over the whole file. */
const SEQUENCE_STEP = 1_000_000;

interface Track {
  id: number;
  /** `vide` or `soun`. */
  kind: string;
  /** Ticks per second. */
  timescale: number;
  /** The sample description, as text to compare. */
  description: string;
}

interface Piece {
  media: Blob;
  startMs: number;
}

/**
 * One file of all segments, with the gaps between them kept. A segment that cannot be joined (another
 * codec or sample rate) is appended unchanged; the manifest says where each begins.
 */
export async function spliceSegments(pieces: readonly Piece[]): Promise<Blob> {
  const [first, ...others] = pieces;
  if (!first) return new Blob();
  const parts = [first.media];
  const origin = others.length ? await readTracks(first.media) : [];
  for (const [index, piece] of others.entries()) {
    const moves = planMoves(origin, await readTracks(piece.media), piece.startMs - first.startMs);
    const moved = moves && (await moveFragments(piece.media, moves, (index + 1) * SEQUENCE_STEP));
    parts.push(...(moved ?? [piece.media]));
  }
  return new Blob(parts, { type: 'video/mp4' });
}

/** From the track id in a later segment to that in the first, and the ticks by which to shift. */
type Moves = Map<number, { id: number; ticks: number }>;

function planMoves(origin: Track[], tracks: Track[], shiftMs: number): Moves | null {
  const moves: Moves = new Map();
  for (const track of tracks) {
    const target = origin.find(({ kind }) => kind === track.kind);
    if (target?.timescale !== track.timescale || target.description !== track.description) return null;
    moves.set(track.id, { id: target.id, ticks: Math.round((shiftMs * track.timescale) / 1000) });
  }
  return moves;
}

async function moveFragments(media: Blob, moves: Moves, sequence: number): Promise<Blob[] | null> {
  const parts: Blob[] = [];
  for await (const { type, start, size } of boxesOf(media)) {
    const whole = media.slice(start, start + size);
    if (type === 'mdat') parts.push(whole);
    if (type !== 'moof') continue;
    const view = new DataView(await whole.arrayBuffer());
    if (!moveFragment(view, moves, sequence++)) return null;
    parts.push(new Blob([view]));
  }
  return parts;
}

function moveFragment(view: DataView, moves: Moves, sequence: number): boolean {
  for (const box of childrenOf(view, readBox(view, 0))) {
    const body = box.start + box.headerBytes + FULL_BOX_BYTES;
    if (box.type === 'mfhd') view.setUint32(body, sequence);
    if (box.type === 'traf' && !moveTrack(view, box, moves)) return false;
  }
  return true;
}

function moveTrack(view: DataView, traf: Box, moves: Moves): boolean {
  const header = find(view, traf, 'tfhd');
  const time = find(view, traf, 'tfdt');
  const move = header && moves.get(view.getUint32(header.body));
  if (!header || !time || !move || header.flags & BASE_DATA_OFFSET) return false;
  view.setUint32(header.body, move.id);
  if (time.version) view.setBigUint64(time.body, view.getBigUint64(time.body) + BigInt(move.ticks));
  else view.setUint32(time.body, view.getUint32(time.body) + move.ticks);
  return true;
}

async function readTracks(media: Blob): Promise<Track[]> {
  for await (const { type, start, size } of boxesOf(media)) {
    if (type !== 'moov') continue;
    const view = new DataView(await media.slice(start, start + size).arrayBuffer());
    const traks = [...childrenOf(view, readBox(view, 0))].filter((box) => box.type === 'trak');
    return traks.map((trak) => readTrack(view, trak));
  }
  return [];
}

function readTrack(view: DataView, trak: Box): Track {
  const header = find(view, trak, 'tkhd');
  const time = find(view, trak, 'mdia', 'mdhd');
  const handler = find(view, trak, 'mdia', 'hdlr');
  const samples = find(view, trak, 'mdia', 'minf', 'stbl', 'stsd');
  // Version 1 of both headers has two 64-bit dates before the field, version 0 two of 32 bits.
  const afterDates = (box: Found | undefined) =>
    box ? view.getUint32(box.body + (box.version ? 16 : 8)) : 0;
  const description = samples ? text(view, samples.body + 4, samples.end) : '';
  const format = description.slice(4, 8);
  return {
    id: afterDates(header),
    kind: handler ? text(view, handler.body + 4, handler.body + 8) : '',
    timescale: afterDates(time),
    description: IN_BAND.includes(format) ? format : description,
  };
}

interface Found {
  version: number;
  flags: number;
  /** Offset of what follows version and flags. */
  body: number;
  end: number;
}

function find(view: DataView, parent: Box, ...path: string[]): Found | undefined {
  const [type, ...rest] = path;
  for (const box of childrenOf(view, parent)) {
    if (box.type !== type) continue;
    if (rest.length) return find(view, box, ...rest);
    const body = box.start + box.headerBytes;
    const word = view.getUint32(body);
    return {
      version: word >>> 24,
      flags: word & 0xffffff,
      body: body + FULL_BOX_BYTES,
      end: box.start + box.size,
    };
  }
  return undefined;
}

function* childrenOf(view: DataView, parent: Box): Generator<Box> {
  for (let at = parent.start + parent.headerBytes; at + 8 <= parent.start + parent.size;) {
    const box = readBox(new DataView(view.buffer, at), at);
    if (!(box.size > 0)) return;
    yield box;
    at += box.size;
  }
}

function text(view: DataView, from: number, to: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, from, to - from));
}
