/** Boxes of the ISO base media file format (ISO/IEC 14496-12, 4.2), read from memory and put together. */

/** The file is not one of those that are taken apart here. Another reader may still read it. */
export class NotUnderstood extends Error {}

const HEADER_BYTES = 8;
/** In one container. Each is held in memory, which takes many times the eight bytes that it may consist of. */
const MOST_BOXES = 10_000;
/** Of a box whose size does not fit into 32 bits. */
export const LARGE_HEADER_BYTES = 16;
export const MAX_U32 = 0xffff_ffff;

export interface BoxHeader {
  type: string;
  headerBytes: number;
  /** Header included. */
  size: number;
}

export interface Box {
  type: string;
  /** Header included. */
  bytes: Buffer;
  /** What follows the header. */
  content: Buffer;
}

/** Header of the box at `at`; undefined where the bytes end before it does. @throws NotUnderstood */
export function headerAt(bytes: Buffer, at = 0): BoxHeader | undefined {
  if (bytes.length - at < HEADER_BYTES) return undefined;
  const short = bytes.readUInt32BE(at);
  const isLarge = short === 1;
  if (isLarge && bytes.length - at < LARGE_HEADER_BYTES) return undefined;
  const headerBytes = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES;
  const size = isLarge ? Number(bytes.readBigUInt64BE(at + HEADER_BYTES)) : short;
  // A size of 0 means to the end of the file, which no recorder writes.
  if (size < headerBytes || !Number.isSafeInteger(size)) throw new NotUnderstood('a box without a size');
  return { type: bytes.toString('latin1', at + 4, at + 8), headerBytes, size };
}

/** The boxes that `content` consists of. @throws NotUnderstood where they do not fill it exactly, and on very many */
export function boxesIn(content: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < content.length;) {
    const header = headerAt(content, at);
    if (!header || at + header.size > content.length) throw new NotUnderstood('a box beyond its container');
    if (boxes.length >= MOST_BOXES) throw new NotUnderstood('a box of very many boxes');
    const bytes = content.subarray(at, at + header.size);
    boxes.push({ type: header.type, bytes, content: bytes.subarray(header.headerBytes) });
    at += header.size;
  }
  return boxes;
}

/** Version and flags of a full box (4.2.2), and what follows them. */
export function fullBox(content: Buffer): { version: number; flags: number; body: Buffer } {
  const word = wordAt(content, 0);
  return { version: word >>> 24, flags: word & 0xff_ffff, body: content.subarray(4) };
}

/** @throws NotUnderstood where the bytes end before it does */
export function wordAt(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw new NotUnderstood('a box that is too short');
  return bytes.readUInt32BE(at);
}

/** @throws NotUnderstood where the bytes end before it does, and beyond 2^53 */
export function longAt(bytes: Buffer, at: number): number {
  const value = wordAt(bytes, at) * 2 ** 32 + wordAt(bytes, at + 4);
  if (!Number.isSafeInteger(value)) throw new NotUnderstood('a number that is too large');
  return value;
}

export function words(...values: number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, 4 * index));
  return bytes;
}

export function longs(...values: number[]): Buffer {
  return words(...values.flatMap((value) => [Math.floor(value / 2 ** 32), value % 2 ** 32]));
}

export function byteLength(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** The pieces of a box; what is in it is not copied. */
export function box(type: string, ...content: Buffer[]): Buffer[] {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(HEADER_BYTES + byteLength(content));
  header.write(type, 4, 'latin1');
  return [header, ...content];
}
