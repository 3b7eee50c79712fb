/** What is asked for at once: several packets of sound lie beside one another. */
const WINDOW_BYTES = 32 * 1024;
/** The most that is read of a file. More is for a file without an index, which would have to be read from end to end. */
const MOST_BYTES = 64 * 1024 * 1024;

/** A file behind a URL, of which only ranges are read. Keeps the last one, and nothing else. */
export class RangedFile {
  private window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  private readBytes = 0;

  private constructor(
    private readonly url: string,
    private readonly signal: AbortSignal,
    readonly sizeBytes: number,
  ) {}

  /** @throws Error when the server answers with anything but the range. */
  static async open(url: string, signal: AbortSignal): Promise<RangedFile> {
    const first = await fetchRange(url, 0, 1, signal);
    return new RangedFile(url, signal, first.sizeBytes);
  }

  /** Bytes from `start` up to but not including `end`. @throws Error as `open`, and when too much of the file was read. */
  read = async (start: number, end: number): Promise<Uint8Array> => {
    const { window } = this;
    if (start < window.start || end > window.start + window.bytes.length)
      this.window = { start, bytes: await this.fetch(start, Math.max(end, start + WINDOW_BYTES)) };
    const offset = start - this.window.start;
    return this.window.bytes.subarray(offset, offset + end - start);
  };

  private async fetch(start: number, end: number): Promise<Uint8Array> {
    const last = Math.min(end, this.sizeBytes);
    this.readBytes += last - start;
    if (this.readBytes > MOST_BYTES) throw new Error('Too much of the file would have to be read.');
    return (await fetchRange(this.url, start, last, this.signal)).bytes;
  }
}

async function fetchRange(
  url: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; sizeBytes: number }> {
  const headers = { range: `bytes=${start}-${end - 1}` };
  // Behind what plays: the player asks for the same file.
  const response = await fetch(url, { headers, signal, cache: 'no-store', priority: 'low' });
  const sizeBytes = Number(/^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  if (response.status !== 206 || !Number.isSafeInteger(sizeBytes)) {
    // Another answer may be all of the file.
    await response.body?.cancel();
    throw new Error(`A range was answered with ${response.status}.`);
  }
  return { bytes: new Uint8Array(await response.arrayBuffer()), sizeBytes };
}
