/** Root of the RFC 6962 (§2.1) tree over SHA-256 digests, in order; all of them as 64 hexadecimal digits. */
export async function merkleRootOf(digests: readonly string[]): Promise<string> {
  return toHex(await rootOf(digests.map(fromHex)));
}

async function rootOf(leaves: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first] = leaves;
  if (!first) return sha256([]);
  if (leaves.length === 1) return sha256([Uint8Array.of(0), first]);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256([Uint8Array.of(1), await rootOf(leaves.slice(0, split)), await rootOf(leaves.slice(split))]);
}

async function sha256(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
