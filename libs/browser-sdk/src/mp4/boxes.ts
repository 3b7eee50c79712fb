/**
 * Enough of ISO/IEC 14496-12 to know where a fragmented MP4 may be cut: it is playable up to the end
 * of any complete `moof` + `mdat` pair.
 */
const HEADER_BYTES = 8;
/** Of a box whose size does not fit into 32 bits. */
const LARGE_HEADER_BYTES = 16;

export interface Box {
  type: string;
  start: number;
  headerBytes: number;
  /** Header included. NaN for an invalid box (smaller than its own header, or open-ended). */
  size: number;
}

/** Reads the box header at the beginning of `view`; `start` is its offset in the file. */
export function readBox(view: DataView, start: number): Box {
  const type = String.fromCharCode(...[4, 5, 6, 7].map((at) => view.getUint8(at)));
  const short = view.getUint32(0);
  const isLarge = short === 1 && view.byteLength >= LARGE_HEADER_BYTES;
  const headerBytes = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES;
  const size = isLarge ? Number(view.getBigUint64(8)) : short;
  return { type, start, headerBytes, size: size < headerBytes ? NaN : size };
}

/** The complete top-level boxes of a file, from a box boundary on. Reads headers only. */
export async function* boxesOf(file: Blob, from = 0): AsyncGenerator<Box> {
  for (let at = from; at + HEADER_BYTES <= file.size;) {
    const box = readBox(new DataView(await file.slice(at, at + LARGE_HEADER_BYTES).arrayBuffer()), at);
    if (!(at + box.size <= file.size)) return;
    yield box;
    at += box.size;
  }
}

/**
 * End of the last complete fragment of a file that a crash may have torn; 0 when nothing is playable.
 * `from` is a point known to be safe (from the journal), so that only the tail is read.
 */
export async function playableEnd(file: Blob, from = 0): Promise<number> {
  let end = from > file.size ? 0 : from;
  let previous = '';
  for await (const box of boxesOf(file, end)) {
    if (box.type === 'mdat' && previous === 'moof') end = box.start + box.size;
    previous = box.type;
  }
  return end;
}
