export interface Signature {
  alg: 'EdDSA';
  /** RFC 7638 thumbprint of the public key. */
  kid: string;
  /** base64url over the RFC 8785 form of the document without `signature`. */
  value: string;
}

export type Signed<T extends object> = T & { signature: Signature };

/** A public key as RFC 8037 writes it. */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}
