import type { TakeFile } from '../../takes/take-file.js';
import { byteLength, headerAt, LARGE_HEADER_BYTES, NotUnderstood, type BoxHeader } from './boxes.js';
import { FileWindow } from './file-window.js';
import { readFragment, type Payload } from './fragment.js';
import { readMovie, type Movie } from './movie.js';
import { fillGaps, type Insert } from './filled-gaps.js';
import { indexOf } from './movie-index.js';
import { Room } from './words.js';

export type SourceFile = Pick<TakeFile, 'sizeBytes' | 'deliver'>;

/** A header of half an hour's fragment; those of browsers have some kilobytes. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
/** Memory of the tables: four hours of 30 pictures a second and sound take 10 MiB. */
const MAX_TABLE_BYTES = 48 * 1024 * 1024;
/** What a piece of media takes in memory. A box that is left out counts as much: a file may consist of nothing else. */
const PAYLOAD_BYTES = 128;
const COPIED_AT_ONCE = 512 * 1024;
/** Boxes that are about fragments or about nothing (ISO/IEC 14496-12, 8.1.2, 8.8.9, 8.16). */
const LEFT_OUT = new Set(['free', 'skip', 'wide', 'styp', 'sidx', 'mfra']);
/** Its boxes mean other things in places. */
const QUICKTIME = 'qt  ';

/** A copy that is known and not made yet. */
export interface Plan {
  /** Everything before the media. */
  head: Buffer[];
  /** Where the media lie in the original, in order. */
  payloads: readonly Payload[];
  /** What comes between them. */
  inserts: readonly Insert[];
}

/**
 * How a fragmented MP4 of a browser's recorder becomes one without fragments, read from its headers alone. Media are
 * neither read nor changed; a file that is torn in its last fragment keeps the samples that are whole.
 * @returns undefined for any file that has something in it that is not known here.
 * @throws NotRemuxable on a file that claims too many samples; whatever the store throws.
 */
export async function planOf(file: SourceFile, signal: AbortSignal): Promise<Plan | undefined> {
  try {
    return await new Scan(file, signal).run();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

/** Writes the copy; the bytes that `write` gets are valid until it resolves. */
export async function defragment(
  file: SourceFile,
  { head, payloads, inserts }: Plan,
  write: (bytes: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const piece of head) await write(piece);
  const [begin, end] = [payloads[0]?.start ?? 0, payloads.at(-1)?.end ?? 0];
  if (begin === end) return;
  let [position, index] = [begin, 0];
  const media = new Interleaved(inserts, write);
  const scratch = Buffer.allocUnsafeSlow(2 * COPIED_AT_ONCE);
  // In one go, with the headers in between: on S3 each reading is a request.
  await file.deliver({ start: begin, end: end - 1 }, scratch, async (bytes) => {
    signal.throwIfAborted();
    const until = position + bytes.length;
    for (let payload = payloads[index]; payload && payload.start < until; payload = payloads[index]) {
      const from = Math.max(payload.start, position);
      const to = Math.min(payload.end, until);
      if (from < to) await media.write(bytes.subarray(from - position, to - position));
      if (payload.end > until) break;
      index += 1;
    }
    position = until;
  });
}

/** Writes media with what comes between them. */
class Interleaved {
  /** Of the media alone. */
  private position = 0;
  private next = 0;

  constructor(
    private readonly inserts: readonly Insert[],
    private readonly sink: (bytes: Buffer) => Promise<void>,
  ) {}

  async write(bytes: Buffer): Promise<void> {
    const end = this.position + bytes.length;
    let rest = bytes;
    for (let insert = this.inserts[this.next]; insert && insert.at <= end;) {
      const before = rest.subarray(0, insert.at - this.position);
      if (before.length > 0) await this.sink(before);
      await this.sink(insert.bytes);
      rest = rest.subarray(before.length);
      this.position = insert.at;
      insert = this.inserts[(this.next += 1)];
    }
    if (rest.length > 0) await this.sink(rest);
    this.position = end;
  }
}

/** One walk over the boxes of a file. */
class Scan {
  private readonly room = new Room(MAX_TABLE_BYTES);
  private readonly window: FileWindow;
  private readonly payloads: Payload[] = [];
  private movie: Movie | undefined;
  private mediaBytes = 0;

  constructor(
    private readonly file: SourceFile,
    private readonly signal: AbortSignal,
  ) {
    this.window = new FileWindow(file);
  }

  async run(): Promise<Plan> {
    await this.readFileType();
    for (let at = 0; at < this.file.sizeBytes;) {
      this.signal.throwIfAborted();
      const next = await this.step(at);
      if (next === undefined) break;
      at = next;
    }
    if (!this.movie) throw new NotUnderstood('no header');
    const { tracks } = this.movie;
    for (const { samples } of tracks) samples.end();
    const inserts = await fillGaps(tracks, this.room);
    const mediaBytes = this.mediaBytes + byteLength(inserts.map(({ bytes }) => bytes));
    return { head: indexOf(this.movie, mediaBytes), payloads: this.payloads, inserts };
  }

  private async readFileType(): Promise<void> {
    const start = await this.window.read(0, LARGE_HEADER_BYTES);
    const header = headerAt(start);
    if (header?.type !== 'ftyp') throw new NotUnderstood('no file type');
    const bytes = await this.content(0, header.size);
    if (bytes.toString('latin1').includes(QUICKTIME)) throw new NotUnderstood('QuickTime');
  }

  /** Takes in the box at `at`, a fragment with its media. Returns where the next one is; undefined at the end. */
  private async step(at: number): Promise<number | undefined> {
    const { sizeBytes } = this.file;
    const header = headerAt(await this.window.read(at, LARGE_HEADER_BYTES));
    if (!header) return undefined;
    const { type, size, headerBytes } = header;
    const end = at + size;
    this.room.take(PAYLOAD_BYTES);
    if (type === 'moof' && this.movie) return this.readFragmentAt(at, header);
    if (type === 'moov' && !this.movie) {
      // A copy, because the window goes on.
      const content = Buffer.from((await this.content(at, size)).subarray(headerBytes));
      this.movie = readMovie(content, this.room);
    } else if (type === 'mdat' && size === headerBytes) return end;
    else if (!(LEFT_OUT.has(type) || (type === 'ftyp' && at === 0)))
      throw new NotUnderstood('an unknown box');
    return end > sizeBytes ? undefined : end;
  }

  private async readFragmentAt(start: number, moof: BoxHeader): Promise<number | undefined> {
    const { sizeBytes } = this.file;
    const at = start + moof.size;
    if (at > sizeBytes) return undefined;
    const bytes = await this.content(start, moof.size, LARGE_HEADER_BYTES);
    const header = headerAt(bytes, moof.size);
    if (!header) return undefined;
    if (header.type !== 'mdat') throw new NotUnderstood('a fragment without media');
    const end = at + header.size;
    const payload: Payload = {
      start: Math.min(at + header.headerBytes, sizeBytes),
      end: Math.min(end, sizeBytes),
      isTorn: end > sizeBytes,
      copiedTo: this.mediaBytes,
    };
    const content = bytes.subarray(moof.headerBytes, moof.size);
    readFragment(content, start, payload, this.movie?.tracks ?? []);
    this.payloads.push(payload);
    this.mediaBytes += payload.end - payload.start;
    return payload.isTorn ? undefined : end;
  }

  /** A box that has to be there as a whole, and what follows it as far as there is something. */
  private async content(at: number, size: number, following = 0): Promise<Buffer> {
    if (size > MAX_HEADER_BYTES) throw new NotUnderstood('a header of that size');
    const bytes = await this.window.read(at, size + following);
    if (bytes.length < size) throw new NotUnderstood('a header beyond the end');
    return bytes;
  }
}
