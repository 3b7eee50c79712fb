/**
 * The only writer of a take. It lives in a worker because synchronous access handles, the one way
 * to put bytes on stable storage while a file is open, exist only there.
 */
import { encodeRecord } from './journal.js';
import { BoxWalker } from './mp4.js';
import { JOURNAL, ROOT, segmentName } from './storage-protocol.js';
import type { Durable, StorageReply, StorageRequest } from './storage-protocol.js';

/** The part of FileSystemSyncAccessHandle that is used; TypeScript's DOM library leaves it out. */
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface SyncFile {
  createSyncAccessHandle(): Promise<SyncHandle>;
}

/** An open file that only grows, and is never left with half a write. */
class AppendFile {
  end = 0;
  readonly #handle: SyncHandle;

  constructor(handle: SyncHandle) {
    this.#handle = handle;
    handle.truncate(0);
  }

  append(bytes: Uint8Array): void {
    try {
      // Some browsers report a full disk by throwing, others by writing less than was asked.
      if (this.#handle.write(bytes, { at: this.end }) < bytes.length) {
        throw new DOMException('short write', 'QuotaExceededError');
      }
      this.#handle.flush();
      this.end += bytes.length;
    } catch (error) {
      this.#handle.truncate(this.end);
      throw error;
    }
  }

  close(): void {
    this.#handle.close();
  }
}

let folder: FileSystemDirectoryHandle;
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
  media = journal = undefined;
}

async function append(chunk: Blob, atMs: number): Promise<Durable> {
  if (!media || !journal) throw new DOMException('no open segment', 'InvalidStateError');
  const bytes = new Uint8Array(await chunk.arrayBuffer());
  media.append(bytes);
  walker.push(bytes);
  const durable = { end: media.end, safe: walker.safe };
  journal.append(encodeRecord({ seq: ++seq, segment, atMs, ...durable }));
  return durable;
}

async function execute(request: StorageRequest): Promise<Durable | undefined> {
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
    case 'put': {
      const file = new AppendFile(await openHandle(await openTake(request.takeId), request.name));
      try {
        file.append(new TextEncoder().encode(request.text));
      } finally {
        file.close();
      }
      return undefined;
    }
    case 'close':
      close();
      return undefined;
  }
}

async function answer(request: StorageRequest): Promise<void> {
  const reply: StorageReply = { id: request.id };
  try {
    const durable = await execute(request);
    if (durable) reply.durable = durable;
  } catch (error) {
    const { name, message } = error as Error;
    reply.error = { name, message };
  }
  postMessage(reply);
}

// One request after the other: the order of media writes is the order of the file.
let queue = Promise.resolve();
onmessage = ({ data }: MessageEvent<StorageRequest>) => {
  queue = queue.then(() => answer(data));
};
