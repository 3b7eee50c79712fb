import type { TakeFile } from '../../takes/take-file.js';

const WINDOW_BYTES = 64 * 1024;

/** Reads a file from front to back a piece at a time, into memory that is used again and again. */
export class FileWindow {
  private readonly scratch = Buffer.allocUnsafeSlow(2 * WINDOW_BYTES);
  private bytes: Buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  private start = 0;
  private length = 0;

  constructor(private readonly file: Pick<TakeFile, 'sizeBytes' | 'deliver'>) {}

  /** `length` bytes from `start` on, or fewer where the file ends. Valid until the next call. */
  async read(start: number, length: number): Promise<Buffer> {
    const wanted = Math.min(length, this.file.sizeBytes - start);
    if (start < this.start || start + wanted > this.start + this.length) await this.fill(start, wanted);
    return this.bytes.subarray(start - this.start, start - this.start + wanted);
  }

  private async fill(start: number, wanted: number): Promise<void> {
    if (wanted > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(wanted);
    const end = Math.min(this.file.sizeBytes, start + this.bytes.length) - 1;
    [this.start, this.length] = [start, 0];
    await this.file.deliver({ start, end }, this.scratch, (chunk) => {
      this.length += chunk.copy(this.bytes, this.length);
      return Promise.resolve();
    });
  }
}
