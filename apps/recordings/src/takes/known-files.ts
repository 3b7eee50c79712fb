import type { TakeFile } from './take-file.js';

/** Some ten megabytes. */
const MAX_PARTS = 50_000;

/**
 * Where the bytes of files lie, remembered by the digest of their content: that changes no more, however long a file
 * is read in ranges. Whether a file may be read at all is for the caller to ask, each time.
 */
export class KnownFiles {
  /** The one that was opened longest ago first. */
  private readonly files = new Map<string, TakeFile>();
  private parts = 0;

  constructor(private readonly maxParts = MAX_PARTS) {}

  /** @param name of the file's upload, kind and content */
  async open(name: string, find: () => Promise<TakeFile>): Promise<TakeFile> {
    const known = this.files.get(name);
    this.remove(name);
    const file = known ?? (await find());
    this.remove(name);
    this.files.set(name, file);
    this.parts += file.partCount;
    for (const oldest of this.files.keys()) {
      if (this.parts <= this.maxParts) break;
      this.remove(oldest);
    }
    return file;
  }

  private remove(name: string): void {
    this.parts -= this.files.get(name)?.partCount ?? 0;
    this.files.delete(name);
  }
}
