import type { Digest } from '../hash.js';
import { remembered } from '../remembered.js';

/** Where the device keeps what its last part says of the next take's: bytes, a power of two. */
export const PART_SIZE = 'capture:part-size';
/** What the service asks for where nothing is known of the network. */
const USUAL_BYTES = 2 ** 23;

/** The part size in bytes that the service will ask for, as far as can be told before it does. */
export function likelyPartSize(): number {
  return Number(remembered(PART_SIZE)) || USUAL_BYTES;
}

/**
 * What this page recorded and hashed: by take and part size, the file's whole parts in order; null for one that could not be
 * computed. Takes of several segments are sent as they are joined, and are not in it.
 */
export const hashedParts: Record<string, (Digest | null)[] | undefined> = {};
