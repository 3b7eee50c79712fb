/**
 * Enough of ISO/IEC 14496-12 to know where a fragmented MP4 may be cut: it is playable up to the end
 * of any complete `moof` + `mdat` pair.
 */
export const HEADER_BYTES = 8;
/** Of a box whose size does not fit into 32 bits. */
const LARGE_HEADER_BYTES = 16;
/** Version and flags. */
const FULL_BOX_BYTES = 4;
/** Those on the way to what is read. */
const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf'];

interface Box {
  type: string;
  headerBytes: number;
  /** Header included. NaN for an invalid box (smaller than its own header, or open-ended). */
  size: number;
}

/** Reads the box header at an offset. */
function readBox(view: DataView, at: number): Box {
  const short = view.getUint32(at);
  const isLarge = short === 1 && view.byteLength >= at + LARGE_HEADER_BYTES;
  const headerBytes = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES;
  const size = isLarge ? Number(view.getBigUint64(at + HEADER_BYTES)) : short;
  return { type: text(view, at + 4, at + HEADER_BYTES), headerBytes, size: size < headerBytes ? NaN : size };
}

/** The complete top-level boxes of a file, from a box boundary on. Reads headers only. */
export async function* boxesOf(file: Blob, from = 0): AsyncGenerator<Box & { start: number }> {
  for (let at = from; at + HEADER_BYTES <= file.size;) {
    const box = readBox(new DataView(await file.slice(at, at + LARGE_HEADER_BYTES).arrayBuffer()), 0);
    if (!(at + box.size <= file.size)) return;
    yield { ...box, start: at };
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

interface Leaf {
  type: string;
  /** Above them, in the highest byte, the version. */
  flags: number;
  /** Offset of what follows these. */
  fields: number;
  end: number;
}

/** The boxes in a `moov` or `moof` that have no others in them, in order. */
export function* leavesOf(view: DataView, at = 0, to = view.byteLength): Generator<Leaf> {
  while (at + HEADER_BYTES <= to) {
    const { type, size, headerBytes } = readBox(view, at);
    const content = at + headerBytes;
    at += size;
    if (!(at <= to)) return;
    if (CONTAINERS.includes(type)) yield* leavesOf(view, content, at);
    // The shortest have neither version nor flags.
    else if (content + FULL_BOX_BYTES <= at) {
      yield { type, flags: view.getUint32(content), fields: content + FULL_BOX_BYTES, end: at };
    }
  }
}

/** Bytes as characters. */
export function text(view: DataView, from: number, to: number): string {
  return String.fromCharCode(...new Uint8Array(view.buffer, from, to - from));
}
