import { createHash } from 'node:crypto';

function hash(prefix: number, ...parts: Buffer[]): Buffer {
  const digest = createHash('sha256').update(Buffer.of(prefix));
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/**
 * Root of the RFC 6962 (§2.1) tree whose leaves' data are `digests`, in order. Leaves are hashed with the prefix
 * 0x00 and nodes with 0x01, so that neither passes for the other.
 */
export function merkleRoot(digests: readonly Buffer[]): Buffer {
  const [first] = digests;
  if (!first) return createHash('sha256').digest();
  if (digests.length === 1) return hash(0, first);
  let split = 1;
  while (split * 2 < digests.length) split *= 2;
  return hash(1, merkleRoot(digests.slice(0, split)), merkleRoot(digests.slice(split)));
}

/** The same over lower-case hex digests, answered as lower-case hex. */
export function merkleRootHex(digests: readonly string[]): string {
  return merkleRoot(digests.map((digest) => Buffer.from(digest, 'hex'))).toString('hex');
}
