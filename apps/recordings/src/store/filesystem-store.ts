import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '@capture/contracts';
import { ObjectStore, type ByteRange, type StoredBlob } from './object-store.js';

/** Bytes gathered before a write: enough to keep the disk busy, little enough for many uploads at once. */
const WRITE_BYTES = 128 * 1024;
const READ_BYTES = 256 * 1024;
/** Directories remembered as made. */
const MAX_KNOWN = 10_000;
const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** Blobs as files: written aside, synced, renamed into place, the directory synced as well. */
export class FilesystemStore extends ObjectStore {
  private readonly blobs: string;
  private readonly incoming: string;
  private readonly known = new Map<string, Promise<void>>();

  private readonly root: string;

  constructor(directory: string) {
    super();
    this.root = resolve(directory);
    this.blobs = join(this.root, 'blobs');
    this.incoming = join(this.root, 'incoming');
  }

  override async put(key: string, body: AsyncIterable<Buffer>): Promise<void> {
    const temporary = join(this.incoming, randomUUID());
    const target = join(this.blobs, key);
    try {
      await this.ensure(this.incoming);
      await this.writeDurably(temporary, body);
      await this.place(temporary, target);
      await syncDirectory(dirname(target));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      this.known.delete(dirname(target));
      if (!OUT_OF_SPACE.has(codeOf(error))) throw error;
      const detail =
        'The store cannot take bytes at the moment. Nothing that was stored is lost; try again later.';
      throw new AppError('service_unavailable', detail, { retryAfterSec: 30 }, { cause: error });
    }
  }

  override read(key: string, range?: ByteRange): Readable {
    return createReadStream(join(this.blobs, key), { ...range, highWaterMark: READ_BYTES });
  }

  override async pour(key: string, scratch: Buffer, sink: (bytes: Buffer) => void): Promise<void> {
    const file = await open(join(this.blobs, key), 'r');
    try {
      for (;;) {
        const { bytesRead } = await file.read(scratch, 0, scratch.length);
        if (bytesRead === 0) return;
        sink(scratch.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }

  override async remove(keys: readonly string[]): Promise<void> {
    const folders = new Set(keys.map((key) => dirname(join(this.blobs, key))));
    for (const key of keys) await rm(join(this.blobs, key), { force: true });
    for (const folder of folders) await this.dropIfEmpty(folder);
  }

  override async *list(prefix = ''): AsyncIterable<StoredBlob> {
    const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for await (const key of walk(this.blobs, start)) {
      if (!key.startsWith(prefix)) continue;
      const found = await stat(join(this.blobs, key)).catch(() => undefined);
      if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }

  override async sweep(olderThan: Date): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.incoming).catch(() => [])) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(() => undefined);
      if (!found || found.mtime >= olderThan) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  override async check(): Promise<void> {
    await this.ensure(this.blobs);
    await this.ensure(this.incoming);
  }

  override close(): void {
    this.known.clear();
  }

  private async writeDurably(path: string, body: AsyncIterable<Buffer>): Promise<void> {
    const file = await open(path, 'wx');
    try {
      await writeAll(file, body);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** A removal may take an empty directory away just before the rename: it is then made again. */
  private async place(temporary: string, target: string): Promise<void> {
    await this.ensure(dirname(target));
    await rename(temporary, target).catch(async (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      this.known.delete(dirname(target));
      await this.ensure(dirname(target));
      await rename(temporary, target);
    });
  }

  /** Makes a directory once; its parents' entries are synced too, or a crash could lose the whole branch. */
  private ensure(folder: string): Promise<void> {
    const running = this.known.get(folder);
    if (running) return running;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const made = makeDurably(folder, this.root);
    this.known.set(folder, made);
    made.catch(() => this.known.delete(folder));
    return made;
  }

  private async dropIfEmpty(folder: string): Promise<void> {
    this.known.delete(folder);
    await rmdir(folder).catch(() => undefined);
  }
}

/**
 * Makes a directory and what is missing above it. Up to the root every entry is synced, also one that is there already:
 * whoever made it may not have come that far. Above the root, those that were made now.
 */
async function makeDurably(folder: string, root: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  const above = first !== undefined && `${root}${sep}`.startsWith(`${first}${sep}`);
  const last = above ? dirname(first) : root;
  for (let current = folder; current !== last; current = dirname(current)) {
    await syncDirectory(dirname(current));
  }
}

async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes while the next bytes arrive: at most one batch in flight, so memory stays bounded. */
async function writeAll(file: FileHandle, body: AsyncIterable<Buffer>): Promise<void> {
  let batch: Buffer[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let position = 0;
  const flush = (): void => {
    const [buffers, at] = [batch, position];
    position += bytes;
    batch = [];
    bytes = 0;
    writing = writeBatch(file, buffers, at);
    // Awaited below; a failure must not count as unhandled before that.
    writing.catch(() => undefined);
  };
  try {
    for await (const chunk of body) {
      batch.push(chunk);
      bytes += chunk.length;
      if (bytes < WRITE_BYTES) continue;
      await writing;
      flush();
    }
    await writing;
    flush();
  } finally {
    await writing;
  }
}

async function writeBatch(file: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  const length = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  if (length === 0) return;
  const { bytesWritten } = await file.writev(buffers, position);
  // A nearly full disk takes part of a batch and says so without an error.
  if (bytesWritten < length)
    await writeRest(file, Buffer.concat(buffers).subarray(bytesWritten), position + bytesWritten);
  buffers.forEach(release);
}

/**
 * Gives a chunk's memory back at once. Left to the collector, the chunks of an upload make it mark the whole heap
 * every 50 MiB, which costs more than hashing and writing together, and a burst of uploads grows the process.
 */
function release({ buffer, byteLength }: Buffer): void {
  // A slice of something larger is not ours to take away.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

async function writeRest(file: FileHandle, rest: Buffer, position: number): Promise<void> {
  for (let done = 0; done < rest.length;) {
    const { bytesWritten } = await file.write(rest, done, rest.length - done, position + done);
    done += bytesWritten;
  }
}

async function* walk(root: string, folder: string): AsyncIterable<string> {
  const entries = await opendir(join(root, folder)).catch(() => undefined);
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${folder}${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, `${key}/`);
    else yield key;
  }
}
