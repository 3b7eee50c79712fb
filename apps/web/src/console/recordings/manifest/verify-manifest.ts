import canonicalize from 'canonicalize';
import { merkleRootOf } from './merkle.js';

/** Checks of a track's signed capture manifest, made by this browser. */

export interface PublishedKeys {
  keys: { kid: string; kty: string; crv: string; x: string }[];
}

/** `unsupported`: this browser knows no Ed25519, or the page is not served over a connection that it trusts. */
export type Verdict = 'verified' | 'changed' | 'other_track' | 'unknown_key' | 'unsupported';

interface Manifest {
  signature?: { alg?: unknown; kid?: unknown; value?: unknown };
  merkleRoot?: unknown;
  fragments?: { sha256: string }[];
  server?: { sha256?: unknown };
}

/**
 * Whether a manifest is as it was signed, by a published key, and tells of the file with `sha256`.
 * @param sha256 of the track's file, 64 hexadecimal digits
 */
export async function verifyManifest(
  document: Record<string, unknown>,
  sha256: string | null,
  { keys }: PublishedKeys,
): Promise<Verdict> {
  const { signature, ...signed } = document as Manifest;
  const { alg, kid, value } = signature ?? {};
  const jwk = keys.find((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519');
  if (!jwk || alg !== 'EdDSA') return 'unknown_key';
  // Undefined on pages without encryption.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return 'unsupported';
  const { kty, crv, x } = jwk;
  const key = await subtle
    .importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
    .catch((): null => null);
  if (!key) return 'unsupported';
  const bytes = canonicalBytes(signed);
  const mark = typeof value === 'string' ? fromBase64url(value) : undefined;
  if (!bytes || !mark || !(await subtle.verify('Ed25519', key, mark, bytes))) return 'changed';
  const root = await merkleRootOf((signed.fragments ?? []).map((fragment) => fragment.sha256));
  if (root !== signed.merkleRoot) return 'changed';
  return signed.server?.sha256 === sha256 ? 'verified' : 'other_track';
}

/** UTF-8 of the RFC 8785 form; undefined for a document that has none. */
function canonicalBytes(document: object): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = canonicalize(document);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  } catch {
    return undefined;
  }
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
  } catch {
    return undefined;
  }
}
