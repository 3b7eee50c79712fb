import type { FileHandle } from 'node:fs/promises';

/** Bytes gathered before a write: enough to keep the disk busy, little enough for many uploads at once. */
const WRITE_BYTES = 128 * 1024;

/** Writes while the next bytes arrive: at most one batch in flight, so memory stays bounded. */
export async function writeAll(file: FileHandle, body: AsyncIterable<Buffer>): Promise<void> {
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
