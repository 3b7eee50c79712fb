/**
 * The only writer of a take. Runs in a worker: synchronous access handles, the one way to flush an
 * open file to stable storage, exist only there.
 */
import { encodeRecord } from './journal.js';
import { JOURNAL, ROOT, segmentName } from './layout.js';
import { BoxWalker, LARGE_HEADER_BYTES } from './mp4.js';
import type { Durable, StorageCommand } from './worker-protocol.js';

/** The part of FileSystemSyncAccessHandle that is used; TypeScript's DOM library leaves it out. */
interface SyncHandle {
  read(into: DataView, options: { at: number }): number;
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface SyncFile {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

/** Small files get their final size at once, so that a full disk cannot refuse a later write. */
const BLOCK_BYTES = 8192;
const SPACE = 0x20;

/** An open, append-only file. A failed write is undone. */
class AppendFile {
  end = 0;
  readonly #handle: SyncHandle;

  constructor(handle: SyncHandle) {
    this.#handle = handle;
    handle.truncate(0);
  }

  append(bytes: Uint8Array): void {
    try {
      write(this.#handle, bytes, this.end);
      this.end += bytes.length;
    } catch (error) {
      this.#handle.truncate(this.end);
      throw error;
    }
  }

  /** A box header; what lies beyond the end reads as zeros. */
  header(at: number): DataView {
    const view = new DataView(new ArrayBuffer(LARGE_HEADER_BYTES));
    this.#handle.read(view, { at });
    return view;
  }

  close(): void {
    this.#handle.close();
  }
}

/** Returns once the bytes are on stable storage. */
function write(handle: SyncHandle, bytes: Uint8Array, at: number): void {
  // Some browsers report a full disk by throwing, others by writing less than was asked.
  if (handle.write(bytes, { at }) < bytes.length) throw new DOMException('short write', 'QuotaExceededError');
  handle.flush();
}

/** Replaces a small JSON file in place, padded with spaces. */
function put(handle: SyncHandle, text: string): void {
  try {
    const bytes = new TextEncoder().encode(text);
    const block = new Uint8Array(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES).fill(SPACE);
    block.set(bytes);
    write(handle, block, 0);
    handle.truncate(block.length);
  } finally {
    handle.close();
  }
}

let folder: FileSystemDirectoryHandle;
// Absent before the first take; closed between takes, when writing to them fails.
let journal: AppendFile | undefined;
let media: AppendFile | undefined;
let walker = new BoxWalker();
let segment = 0;
let seq = 0;

async function openTake(takeId: string): Promise<FileSystemDirectoryHandle> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });
  return root.getDirectoryHandle(takeId, { create: true });
}

async function openHandle(directory: FileSystemDirectoryHandle, name: string): Promise<SyncHandle> {
  const file = await directory.getFileHandle(name, { create: true });
  return (file as unknown as SyncFile).createSyncAccessHandle();
}

function close(): void {
  media?.close();
  journal?.close();
}

async function append(chunk: Blob, atMs: number): Promise<Durable> {
  const [file, log] = [media as AppendFile, journal as AppendFile];
  const bytes = new Uint8Array(await chunk.arrayBuffer());
  file.append(bytes);
  walker.follow(file.end, (at) => file.header(at));
  const durable = { end: file.end, safe: walker.safe };
  log.append(encodeRecord({ seq: ++seq, segment, atMs, ...durable }));
  return durable;
}

/** Carries out one command. Commands must not overlap: the order of media writes is the order of the file. */
export async function execute(request: StorageCommand): Promise<Durable | undefined> {
  switch (request.op) {
    case 'open':
      close();
      folder = await openTake(request.takeId);
      journal = new AppendFile(await openHandle(folder, JOURNAL));
      seq = 0;
      return undefined;
    case 'segment':
      media?.close();
      media = new AppendFile(await openHandle(folder, segmentName(request.index)));
      walker = new BoxWalker();
      segment = request.index;
      return undefined;
    case 'append':
      return append(request.chunk, request.atMs);
    case 'put':
      put(await openHandle(await openTake(request.takeId), request.name), request.text);
      return undefined;
    case 'close':
      close();
      return undefined;
  }
}
