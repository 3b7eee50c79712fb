import { createPublicKey, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { KeySet } from './key-set.js';

/** Whether a signature holds; `reason` says why not. */
export interface Verdict {
  valid: boolean;
  kid: string | null;
  reason: string | null;
}

/** UTF-8 of a document's RFC 8785 form; undefined for one that has none, such as with a lone surrogate. */
export function canonicalBytes(document: unknown): Buffer | undefined {
  try {
    const text = canonicalize(document);
    return text === undefined ? undefined : Buffer.from(text, 'utf8');
  } catch {
    return undefined;
  }
}

/** Checks a document's `signature` {alg: "EdDSA", kid, value: base64url} over the RFC 8785 form of the rest. */
export function verifySigned({ signature, ...rest }: Record<string, unknown>, keySet: KeySet): Verdict {
  return verifyDetached(rest, signature, keySet);
}

/** The same for a signature that stands beside what it signs. */
export function verifyDetached(document: unknown, signature: unknown, keySet: KeySet): Verdict {
  const { alg, kid, value } = (signature ?? {}) as Record<string, unknown>;
  if (typeof value !== 'string' || typeof kid !== 'string')
    return refused(null, 'The document carries no signature.');
  if (alg !== 'EdDSA') return refused(kid, 'The signature is of an algorithm that is not ours.');
  const jwk = keySet.keys.find((key) => key.kid === kid && key.kty === 'OKP' && key.crv === 'Ed25519');
  if (!jwk) return refused(kid, 'None of the keys is the one that signed.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' });
  const bytes = canonicalBytes(document);
  const valid = bytes !== undefined && verify(null, bytes, key, Buffer.from(value, 'base64url'));
  return valid ? { valid, kid, reason: null } : refused(kid, 'The document was changed after it was signed.');
}

function refused(kid: string | null, reason: string): Verdict {
  return { valid: false, kid, reason };
}
