/** The 32 bytes of a SHA-256. */
export type Digest = readonly number[];

/** Lower-case hexadecimal, the form of every hash in JSON. */
export function toHex(digest: Digest): string {
  return digest.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sha256(data: BlobPart): Promise<Digest> {
  const digest = await crypto.subtle.digest('SHA-256', await new Blob([data]).arrayBuffer());
  return Array.from(new Uint8Array(digest));
}
