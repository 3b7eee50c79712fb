import type { FileHandle } from 'node:fs/promises';
import { endsEarly, type ByteRange, type Sink } from './object-store.js';

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
