import { createHash } from 'node:crypto';
import { partKey, uploadPrefix } from '../store/object-keys.js';
import type { ByteRange, ObjectStore, Sink } from '../store/object-store.js';
import type { StoredPart } from './upload.model.js';

/** Bytes that were read back are not those that the parts counted with. */
export class DamagedParts extends Error {
  constructor(readonly parts: readonly StoredPart[]) {
    super(`parts ${parts.map((part) => part.number).join(', ')} are damaged in the store`);
  }
}

/**
 * One take as the one file that it is, whether the store keeps it in its parts or joined. Every part but the last has
 * `partSize` bytes.
 */
export class TakeFile {
  readonly sizeBytes: number;

  constructor(
    private readonly store: ObjectStore,
    private readonly owner: { organizationId: string; uploadId: string },
    private readonly parts: readonly StoredPart[],
    private readonly partSize: number,
    /** Key of the joined file; null where the parts are all there is. */
    readonly fileKey: string | null = null,
  ) {
    this.sizeBytes = parts.reduce((sum, part) => sum + part.size, 0);
  }

  get partCount(): number {
    return this.parts.length;
  }

  /** Hands the bytes of the range, both ends included, to `sink` (`ObjectStore.deliver`). */
  async deliver(range: ByteRange, scratch: Buffer, sink: Sink): Promise<void> {
    for (const { key, part } of this.blobsOf(range)) await this.store.deliver(key, part, scratch, sink);
  }

  /** Bytes from `start` up to but not including `end`. */
  async read(start: number, end: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.chunks({ start, end: Math.min(end, this.sizeBytes) - 1 }))
      chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** SHA-256 of the whole file as it is read from the store, lower-case hex. @throws DamagedParts */
  async sha256(): Promise<string> {
    const whole = createHash('sha256');
    const damaged: StoredPart[] = [];
    for (const part of this.parts) {
      const own = createHash('sha256');
      const start = (part.number - 1) * this.partSize;
      for await (const chunk of this.chunks({ start, end: start + part.size - 1 })) {
        whole.update(chunk);
        own.update(chunk);
      }
      if (own.digest('hex') !== part.sha256) damaged.push(part);
    }
    if (damaged.length > 0) throw new DamagedParts(damaged);
    return whole.digest('hex');
  }

  private async *chunks(range: ByteRange): AsyncGenerator<Buffer> {
    for (const { key, part } of this.blobsOf(range))
      for await (const chunk of this.store.read(key, part)) yield chunk as Buffer;
  }

  /** The blobs that hold the range, each with the part of it that it holds. */
  private *blobsOf({ start, end }: ByteRange): Generator<{ key: string; part: ByteRange }> {
    if (this.fileKey !== null) return yield { key: this.fileKey, part: { start, end } };
    for (let index = Math.floor(start / this.partSize); index < this.parts.length; index += 1) {
      const part = this.parts[index];
      const offset = index * this.partSize;
      if (!part || offset > end) return;
      const within = { start: Math.max(0, start - offset), end: Math.min(part.size - 1, end - offset) };
      yield { key: this.keyOf(part), part: within };
    }
  }

  private keyOf(part: StoredPart): string {
    return partKey(this.owner.organizationId, this.owner.uploadId, part);
  }
}

/**
 * Those of `parts` whose bytes the store does not hold in full: all of them, where they were joined to `fileKey` and that
 * file is not whole. One listing, however many parts there are.
 */
export async function missingParts(
  store: ObjectStore,
  owner: { organizationId: string; uploadId: string },
  parts: readonly StoredPart[],
  fileKey: string | null = null,
): Promise<StoredPart[]> {
  const { organizationId, uploadId } = owner;
  const held = new Map<string, number>();
  for await (const blob of store.list(uploadPrefix(organizationId, uploadId)))
    held.set(blob.key, blob.sizeBytes);
  const sizeBytes = parts.reduce((sum, part) => sum + part.size, 0);
  if (fileKey !== null) return held.get(fileKey) === sizeBytes ? [] : [...parts];
  return parts.filter((part) => held.get(partKey(organizationId, uploadId, part)) !== part.size);
}
