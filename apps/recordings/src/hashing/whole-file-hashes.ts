import { createHash, type Hash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { UploadRef } from '@capture/contracts';
import { partKey } from '../store/object-keys.js';
import { ObjectStore } from '../store/object-store.js';
import type { TakeFile } from '../takes/take-file.js';
import type { StoredPart } from '../takes/upload.model.js';
import { HashingThreads, type ThreadHash } from './hashing-threads.js';

/** Uploads whose hash is carried along; of more, the one that has been quiet longest is read at complete instead. */
const MAX_CARRIED = 256;
/** Parts of an upload that wait for one before them. */
const MAX_AHEAD = 64;

/** The hash of the first parts of an upload, and which parts these are. */
interface Carried {
  hash: ThreadHash;
  /** Of the digests of the parts that were added: it names them however many they are. */
  added: Hash;
  count: number;
  ahead: Map<number, StoredPart>;
  /** Settles when what was asked for so far has been added; rejects when some of it could not be. */
  work: Promise<void>;
}

/**
 * SHA-256 of whole files. While parts arrive, the hash follows behind them in their order, so that little is left to be
 * read at complete. What it followed is only a guess: at complete it counts if the listed parts begin with the very parts
 * that were added, by number and digest; otherwise, and in any other process, the file is read from its beginning.
 */
@Injectable()
export class WholeFileHashes implements OnApplicationShutdown {
  private readonly threads = new HashingThreads();
  /** By upload, the quietest first. */
  private readonly carried = new Map<string, Carried>();

  constructor(private readonly store: ObjectStore) {}

  /** A part has been counted, so that its bytes are verified and durable. */
  arrived(upload: UploadRef, part: StoredPart): void {
    if (this.pathOf(upload, part) === undefined) return;
    const carried = this.carried.get(upload.uploadId) ?? this.begin();
    this.carried.delete(upload.uploadId);
    this.carried.set(upload.uploadId, carried);
    if (part.number > carried.count && carried.ahead.size < MAX_AHEAD) carried.ahead.set(part.number, part);
    this.follow(upload, carried);
    for (const [uploadId, quietest] of this.carried) {
      if (this.carried.size <= MAX_CARRIED) break;
      this.carried.delete(uploadId);
      quietest.hash.drop();
    }
  }

  /** Of a file whose parts were found to be there, lower-case hex. @throws DamagedParts where parts were joined. */
  async of(upload: UploadRef, file: TakeFile, parts: readonly StoredPart[]): Promise<string> {
    const first = parts[0];
    if (file.fileKey !== null || !first || this.pathOf(upload, first) === undefined) return file.sha256();
    const carried = this.take(upload.uploadId);
    const ofCarried = carried && (await this.goOn(upload, carried, parts).catch(() => undefined));
    return ofCarried ?? this.finish(upload, this.threads.begin(), parts);
  }

  /** Forgets an upload that has ended. */
  forget(uploadId: string): void {
    this.take(uploadId)?.hash.drop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.end();
  }

  private begin(): Carried {
    const hash = this.threads.begin();
    return { hash, added: createHash('sha256'), count: 0, ahead: new Map(), work: Promise.resolve() };
  }

  /** Nobody else goes on with it then: a file may be read twice at once. */
  private take(uploadId: string): Carried | undefined {
    const carried = this.carried.get(uploadId);
    this.carried.delete(uploadId);
    return carried;
  }

  /** Adds the parts that are next. */
  private follow(upload: UploadRef, carried: Carried): void {
    for (;;) {
      const part = carried.ahead.get(carried.count + 1);
      if (!part) return;
      carried.ahead.delete(part.number);
      carried.count = part.number;
      carried.added.update(nameOf(part));
      carried.work = carried.work.then(() => this.add(upload, carried.hash, part));
      // Whoever needs it hears of a failure; until then nobody does.
      carried.work.catch(() => undefined);
    }
  }

  /** The hash of all `parts`; undefined when other parts were added than the first of them. */
  private async goOn(
    upload: UploadRef,
    { hash, added, count, work }: Carried,
    parts: readonly StoredPart[],
  ): Promise<string | undefined> {
    const first = createHash('sha256');
    for (const part of parts.slice(0, count)) first.update(nameOf(part));
    await work;
    if (count <= parts.length && added.digest('hex') === first.digest('hex'))
      return this.finish(upload, hash, parts.slice(count));
    hash.drop();
    return undefined;
  }

  private async finish(upload: UploadRef, hash: ThreadHash, rest: readonly StoredPart[]): Promise<string> {
    for (const part of rest) await this.add(upload, hash, part);
    return hash.digest();
  }

  private async add(upload: UploadRef, hash: ThreadHash, part: StoredPart): Promise<void> {
    const path = this.pathOf(upload, part);
    if (path === undefined) throw new Error('the store keeps its blobs elsewhere');
    await hash.add(path, part.size);
  }

  private pathOf({ organizationId, uploadId }: UploadRef, part: StoredPart): string | undefined {
    return this.store.pathOf(partKey(organizationId, uploadId, part));
  }
}

function nameOf({ number, sha256 }: StoredPart): string {
  return `${number}-${sha256}\n`;
}
