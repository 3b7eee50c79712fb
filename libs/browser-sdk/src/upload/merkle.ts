/** Lower-case hexadecimal, the form of every hash in JSON. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sha256(bytes: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/**
 * Root of the RFC 6962 (§2.1) tree whose leaves' data are the parts' SHA-256 digests, in order.
 * Leaves are hashed with the prefix 0x00 and nodes with 0x01, so that neither passes for the other.
 */
export async function merkleRoot(digests: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const [first, second] = digests;
  if (!second) return first ? hashWithPrefix(0, first) : sha256(new Uint8Array());
  let split = 1;
  while (split * 2 < digests.length) split *= 2;
  const halves = await Promise.all([merkleRoot(digests.slice(0, split)), merkleRoot(digests.slice(split))]);
  return hashWithPrefix(1, ...halves);
}

function hashWithPrefix(prefix: number, ...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return sha256(Uint8Array.from([prefix, ...parts.flatMap((part) => [...part])]));
}
