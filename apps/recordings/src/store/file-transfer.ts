import type { FileHandle } from 'node:fs/promises';
import { endsEarly, type ByteRange, type Sink } from './object-store.js';

/** Bytes gathered before a write: few hand-offs to the threads that write, little memory of many uploads at once. */
const WRITE_BYTES = 512 * 1024;

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

/**
 * Hands the range to `sink`, reading into one half of `scratch` while `sink` has the other.
 * @throws Error when the file ends before the range does; whatever `sink` throws.
 */
export async function deliverFrom(
  file: Pick<FileHandle, 'read'>,
  { start, end }: ByteRange,
  scratch: Buffer,
  sink: Sink,
): Promise<void> {
  const half = scratch.length >> 1;
  let taken: Promise<void> = Promise.resolve();
  for (let at = start, turn = 0; at <= end; turn = 1 - turn) {
    const length = Math.min(half, end - at + 1);
    const { bytesRead } = await file.read(scratch, turn * half, length, at);
    await taken;
    if (bytesRead === 0) throw endsEarly(end - at + 1);
    at += bytesRead;
    taken = sink(scratch.subarray(turn * half, turn * half + bytesRead));
    // Awaited after the next read; a failure must not count as unhandled before that.
    taken.catch(() => undefined);
  }
  await taken;
}
