import { sha256, type Digest } from '../hash.js';

/**
 * Root of the RFC 6962 (§2.1) tree whose leaves' data are the parts' SHA-256 digests, in order.
 * Leaves are hashed with the prefix 0x00 and nodes with 0x01, so that neither passes for the other.
 */
export async function merkleRoot(digests: readonly Digest[]): Promise<Digest> {
  const [first, second] = digests;
  if (!second) return sha256(Uint8Array.from(first ? [0, ...first] : []));
  let split = 1;
  while (split * 2 < digests.length) split *= 2;
  const halves = await Promise.all([merkleRoot(digests.slice(0, split)), merkleRoot(digests.slice(split))]);
  return sha256(Uint8Array.from([1, ...halves.flat()]));
}
