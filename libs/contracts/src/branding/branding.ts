/** A colour as style sheets write it, in lower case. */
export const HEX_COLOUR = /^#[0-9a-f]{6}$/;

/** Where everybody reads the logo whose bytes have this SHA-256. Other bytes have another URL. */
export function logoUrl(publicUrl: string, sha256: string): string {
  return `${publicUrl}/api/v1/logos/${sha256}`;
}
