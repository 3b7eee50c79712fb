import type { TakeFile } from '../takes/take-file.js';
import { defragment, planOf } from './defragment/defragment.js';
import { remux } from './remux.js';

/**
 * Writes `file` anew as an MP4 with its index in front and without fragments. What browsers' recorders write is copied as it
 * is behind an index of our own; any other file is read and written by the media library, packet by packet.
 * @param write gets bytes that are valid until it resolves.
 * @throws NotRemuxable when the file cannot be read to its end; whatever the store or `write` throws.
 */
export async function writeSeekable(
  file: TakeFile,
  write: (bytes: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const plan = await planOf(file, signal);
  if (plan) await defragment(file, plan, write, signal);
  else await remux(file, write, signal);
}
