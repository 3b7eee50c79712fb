import { createHash } from 'node:crypto';

type Put = (part: { number: number; size: number; sha256: string }, chunks: Buffer[]) => Promise<void>;

/** What a store is handed at a time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Cuts a stream of bytes into parts of one size. It copies what it is given into one part's memory, which it uses again and
 * again: fresh memory for every part costs the garbage collector more than copying does.
 */
export class PartWriter {
  /** Of the parts, in order. */
  readonly digests: string[] = [];
  private readonly whole = createHash('sha256');
  private part = createHash('sha256');
  private readonly bytes: Buffer;
  private held = 0;
  private number = 0;
  private sizeBytes = 0;

  constructor(
    private readonly partSize: number,
    private readonly put: Put,
  ) {
    // With a byte more than a part, so that no chunk is all of it: the store gives the memory of such a chunk back.
    this.bytes = Buffer.allocUnsafeSlow(partSize + 1);
  }

  /** The bytes are the caller's again when it resolves. */
  async write(bytes: Buffer): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      const taken = rest.subarray(0, this.partSize - this.held);
      this.held += taken.copy(this.bytes, this.held);
      this.part.update(taken);
      this.whole.update(taken);
      rest = rest.subarray(taken.length);
      if (this.held === this.partSize) await this.flush();
    }
  }

  async end(): Promise<{ sizeBytes: number; sha256: string }> {
    if (this.held > 0) await this.flush();
    return { sizeBytes: this.sizeBytes, sha256: this.whole.digest('hex') };
  }

  private async flush(): Promise<void> {
    const [hash, size] = [this.part, this.held];
    this.part = createHash('sha256');
    this.held = 0;
    this.number += 1;
    this.sizeBytes += size;
    const sha256 = hash.digest('hex');
    this.digests.push(sha256);
    const chunks: Buffer[] = [];
    for (let at = 0; at < size; at += CHUNK_BYTES)
      chunks.push(this.bytes.subarray(at, Math.min(size, at + CHUNK_BYTES)));
    await this.put({ number: this.number, size, sha256 }, chunks);
  }
}
