import { createHash } from 'node:crypto';

type Put = (part: { number: number; size: number; sha256: string }, chunks: Buffer[]) => Promise<void>;

/** Cuts a stream of bytes into parts of one size; holds one part in memory. */
export class PartWriter {
  /** Of the parts, in order. */
  readonly digests: string[] = [];
  private readonly whole = createHash('sha256');
  private chunks: Buffer[] = [];
  private held = 0;
  private number = 0;
  private sizeBytes = 0;

  constructor(
    private readonly partSize: number,
    private readonly put: Put,
  ) {}

  async write(bytes: Buffer): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      const taken = rest.subarray(0, this.partSize - this.held);
      this.chunks.push(taken);
      this.held += taken.length;
      rest = rest.subarray(taken.length);
      if (this.held === this.partSize) await this.flush();
    }
  }

  async end(): Promise<{ sizeBytes: number; sha256: string }> {
    if (this.held > 0) await this.flush();
    return { sizeBytes: this.sizeBytes, sha256: this.whole.digest('hex') };
  }

  private async flush(): Promise<void> {
    const hash = createHash('sha256');
    for (const chunk of this.chunks) {
      hash.update(chunk);
      this.whole.update(chunk);
    }
    const [chunks, size] = [this.chunks, this.held];
    this.chunks = [];
    this.held = 0;
    this.number += 1;
    this.sizeBytes += size;
    const sha256 = hash.digest('hex');
    this.digests.push(sha256);
    await this.put({ number: this.number, size, sha256 }, chunks);
  }
}
