import type { Digest } from '../hash.js';

/** Of the parts that are hashed while a take is recorded: what the service asks for where the network is quick. */
export const PART_BYTES = 2 ** 23;

/**
 * What this page recorded and hashed, by take: of a file's whole parts of PART_BYTES, in order; null for one that could not be
 * computed. Takes of several segments are sent as they are joined, and are not in it.
 */
export const hashedParts: Record<string, (Digest | null)[] | undefined> = {};
