import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  chmod,
  constants,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@capture/contracts';
import { absent, codeOf, explained, storageFull } from './disk/disk-errors.js';
import { DIRECTORY_MODE, makeDurably, syncDirectory, walk } from './disk/folders.js';
import { deliverFrom, writeAll } from './file-transfer.js';
import { ObjectStore, type ByteRange, type Sink, type StoredBlob } from './object-store.js';

const READ_BYTES = 256 * 1024;
/** Directories remembered as made. */
const MAX_KNOWN = 10_000;
/** For nobody but the user that the service runs as. */
const FILE_MODE = 0o600;

/** Blobs as files: written aside, synced, renamed into place, the directory synced as well. */
export class FilesystemStore extends ObjectStore {
  private readonly blobs: string;
  private readonly incoming: string;
  /** Beside the media, so that it is none of them. */
  private readonly marker: string;
  private readonly known = new Map<string, Promise<void>>();

  private readonly root: string;
  private tightened: Promise<void> | undefined;
  /** Bytes that are being written and may not count as used yet. */
  private arriving = 0;

  /** @param reserveBytes what stays free on the disk */
  constructor(
    directory: string,
    private readonly reserveBytes = 0,
  ) {
    super();
    this.root = resolve(directory);
    this.blobs = join(this.root, 'blobs');
    this.incoming = join(this.root, 'incoming');
    this.marker = join(this.root, 'marker.json');
  }

  override async put(key: string, body: AsyncIterable<Buffer>, sizeBytes = 0): Promise<void> {
    const temporary = join(this.incoming, `${asideName(key)}~${randomUUID()}`);
    const target = join(this.blobs, key);
    try {
      await this.requireRoom(sizeBytes);
      this.arriving += sizeBytes;
      await this.write(temporary, target, body).finally(() => (this.arriving -= sizeBytes));
    } catch (error) {
      throw explained(error);
    }
  }

  override async requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await this.ensure(this.incoming)
      .then(() => statfs(this.root))
      .catch((error: unknown) => {
        throw explained(error);
      });
    if (bavail * bsize < bytes + this.arriving + this.reserveBytes) throw storageFull();
  }

  private async write(temporary: string, target: string, body: AsyncIterable<Buffer>): Promise<void> {
    try {
      await this.writeDurably(temporary, body);
      await this.place(temporary, target);
      await syncDirectory(dirname(target));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  override read(key: string, range?: ByteRange): Readable {
    return createReadStream(join(this.blobs, key), { ...range, highWaterMark: READ_BYTES });
  }

  override async deliver(key: string, range: ByteRange, scratch: Buffer, sink: Sink): Promise<void> {
    const file = await open(join(this.blobs, key), 'r');
    try {
      await deliverFrom(file, range, scratch, sink);
    } finally {
      await file.close();
    }
  }

  override pathOf(key: string): string {
    return join(this.blobs, key);
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
      const found = await stat(join(this.blobs, key)).catch(absent);
      if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
    }
  }

  override async dropUnfinished(prefix: string): Promise<void> {
    for (const name of (await readdir(this.incoming).catch(absent)) ?? [])
      if (name.startsWith(asideName(prefix))) await rm(join(this.incoming, name), { force: true });
  }

  override async sweep(olderThan: Date): Promise<number> {
    let removed = 0;
    for (const name of (await readdir(this.incoming).catch(absent)) ?? []) {
      const path = join(this.incoming, name);
      const found = await stat(path).catch(absent);
      if (!found || found.mtime >= olderThan) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  override async readMarker(): Promise<string | undefined> {
    return readFile(this.marker, 'utf8').catch(absent);
  }

  override async writeMarker(text: string): Promise<void> {
    const temporary = join(this.incoming, `marker~${randomUUID()}`);
    try {
      await this.ensure(this.incoming);
      await this.write(temporary, this.marker, Readable.from([Buffer.from(text)]));
    } catch (error) {
      throw explained(error);
    }
  }

  /** Makes its folders once. One that is gone later is not made again: its volume may have been taken away. */
  override async check(): Promise<void> {
    for (const folder of [this.blobs, this.incoming]) {
      await this.ensure(folder);
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
  }

  override close(): void {
    this.known.clear();
  }

  private async writeDurably(path: string, body: AsyncIterable<Buffer>): Promise<void> {
    const file = await open(path, 'wx', FILE_MODE);
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
      await rename(temporary, target).catch(abandoned);
    });
  }

  /** Makes a directory once; its parents' entries are synced too, or a crash could lose the whole branch. */
  private ensure(folder: string): Promise<void> {
    const running = this.known.get(folder);
    if (running) return running;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const made = this.tighten().then(() => makeDurably(folder, this.root));
    this.known.set(folder, made);
    made.catch(() => this.known.delete(folder));
    return made;
  }

  /** Closes a store that an earlier release left open to others. What lies below a closed directory is closed too. */
  private tighten(): Promise<void> {
    this.tightened ??= (async () => {
      for (const folder of [this.root, this.blobs, this.incoming])
        await chmod(folder, DIRECTORY_MODE).catch((error: unknown) => {
          // A volume that belongs to another user is guarded by whoever mounts it.
          if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
        });
    })();
    return this.tightened;
  }

  private async dropIfEmpty(folder: string): Promise<void> {
    this.known.delete(folder);
    await rmdir(folder).catch(() => undefined);
  }
}

/** What a file that is being written is called before it has its place: by its key, so that it is found with its upload. */
function asideName(key: string): string {
  return key.replaceAll('/', '~');
}

/** @throws AppError `conflict` when the file was taken away while it was being written; any other error unchanged. */
function abandoned(error: unknown): never {
  if (codeOf(error) !== 'ENOENT') throw error;
  throw new AppError('conflict', 'The upload has ended; it takes no more parts.', {}, { cause: error });
}
