/**
 * The only writer of files. Runs in a worker: synchronous access handles, the one way to flush an open
 * file to stable storage, exist only there.
 */
import { pause } from '../pause.js';
import { ROOT } from './layout.js';
import type { FileWrite, StorageRequest } from './worker-protocol.js';

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

const BUSY_TRIES = 20;
const BUSY_PAUSE_MS = 100;

/** The open files, by take and name. */
const handles: Record<string, SyncHandle> = {};

async function open(takeId: string, name: string): Promise<SyncHandle> {
  const create = { create: true };
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, create);
  const file = await (await root.getDirectoryHandle(takeId, create)).getFileHandle(name, create);
  return openSync(file as unknown as SyncFile);
}

/** The files of a worker that died are closed a little later. */
async function openSync(file: SyncFile): Promise<SyncHandle> {
  for (let tries = BUSY_TRIES; ; tries--) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!tries || (error as Error).name !== 'NoModificationAllowedError') throw error;
      await pause(BUSY_PAUSE_MS);
    }
  }
}

/** Returns once the bytes are on stable storage. What a failed write left behind is cut off again. */
async function write(takeId: string, [name, at, blob]: FileWrite): Promise<void> {
  const handle = (handles[takeId + name] ??= await open(takeId, name));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  try {
    // Some browsers report a full disk by throwing, others by writing less than was asked.
    if (handle.write(bytes, { at }) < bytes.length) throw new DOMException('', 'QuotaExceededError');
    handle.truncate(at + bytes.length);
    handle.flush();
  } catch (error) {
    // A small file that is replaced as a whole keeps its space on the disk.
    if (at) handle.truncate(at);
    throw error;
  }
}

/** Carries out one request. Requests must not overlap: their order is the order of the writes. */
export async function execute([, takeId, writes, isLast]: StorageRequest): Promise<void> {
  try {
    for (const each of writes) await write(takeId, each);
  } finally {
    if (isLast) {
      for (const path in handles) {
        handles[path]?.close();
        delete handles[path];
      }
    }
  }
}
