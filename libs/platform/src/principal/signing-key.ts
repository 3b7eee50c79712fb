import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalBytes, type PublicJwk, type Signature, type Signed } from '@capture/contracts';

/** DER prefix of an Ed25519 private key in PKCS #8 (RFC 8410); the 32-byte seed follows. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs documents so that anybody with the published key can check them offline. A service that signs provides one,
 * and serves the public half with `KeysController`.
 */
export class SigningKey {
  readonly jwk: PublicJwk;
  private readonly key: KeyObject;

  /** @param seedBase64 the 32-byte seed of an Ed25519 key */
  constructor(seedBase64: string) {
    const seed = Buffer.from(seedBase64, 'base64');
    this.key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
    const { x = '' } = createPublicKey(this.key).export({ format: 'jwk' });
    const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
    this.jwk = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
  }

  sign<T extends object>(document: T): Signed<T> {
    return { ...document, signature: this.signBytes(canonicalBytes(document)) };
  }

  signBytes(bytes: Buffer): Signature {
    return { alg: 'EdDSA', kid: this.jwk.kid, value: sign(null, bytes, this.key).toString('base64url') };
  }
}

/** True when `document.signature` was made over the rest of it by the owner of one of `keys`. */
export function verifySigned(document: { signature: Signature }, keys: readonly PublicJwk[]): boolean {
  const { signature, ...rest } = document;
  const jwk = keys.find((key) => key.kid === signature.kid);
  if (!jwk || signature.alg !== 'EdDSA') return false;
  const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  return verify(null, canonicalBytes(rest), key, Buffer.from(signature.value, 'base64url'));
}
