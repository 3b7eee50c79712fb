import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { ForwardedCall, VouchedCall } from '@capture/contracts';
import { SecondCache } from './second-cache.js';
import { SigningKey } from './signing-key.js';

/** Seconds after signing during which a service accepts the header, beside the tolerated difference of clocks. */
export const LIFETIME_SEC = 5;

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The public half of the key with that seed, both as base64 of 32 bytes. */
export function publicKeyOf(seedBase64: string): string {
  return Buffer.from(new SigningKey(seedBase64).jwk.x, 'base64url').toString('base64');
}

/** Signs calls as the value of the principal header. Only the gateway has the key. */
export class CallVoucher {
  private readonly key: SigningKey;
  private readonly signed = new SecondCache<string>();

  /** @param seedBase64 the 32-byte seed of an Ed25519 key */
  constructor(seedBase64: string) {
    this.key = new SigningKey(seedBase64);
  }

  /** The same caller, address and audience get the same value for a second: signing costs more than the rest of a call. */
  sign({ principal, ip }: ForwardedCall, audience: string, now: Date): string {
    const issuedAt = secondOf(now);
    const call: VouchedCall = { version: 1, audience, ip, issuedAt, principal };
    const text = JSON.stringify(call);
    return this.signed.get(issuedAt, text, () => {
      const payload = Buffer.from(text).toString('base64url');
      return `${payload}.${this.key.signBytes(Buffer.from(payload)).value}`;
    });
  }
}

export interface VerifierOptions {
  /** Base64 of one or two Ed25519 public keys: while keys change, both are accepted. */
  publicKeys: readonly string[];
  /** Name of this service. */
  audience: string;
  /** Seconds by which the gateway's clock may be ahead of or behind this one's. */
  toleranceSec: number;
}

/** Reads principal headers and refuses those that the gateway did not sign for this service just now. */
export class CallVerifier {
  private readonly keys: KeyObject[];
  private readonly verified = new SecondCache<boolean>();

  constructor(private readonly options: VerifierOptions) {
    this.keys = options.publicKeys.map((key) => {
      const x = Buffer.from(key, 'base64').toString('base64url');
      return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    });
  }

  /**
   * The call in a header; undefined when it is forged, malformed or for another service; `'outdated'` when the gateway signed
   * it at another time than now. That is no fault of the caller's: a process or a clock is late.
   */
  read(header: string | undefined, now: Date): ForwardedCall | 'outdated' | undefined {
    const [payload, signature, ...rest] = header?.split('.') ?? [];
    if (header === undefined || payload === undefined || signature === undefined || rest.length > 0)
      return undefined;
    const genuine = this.verified.get(secondOf(now), header, () => this.isGenuine(payload, signature));
    if (!genuine) return undefined;
    const call = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as VouchedCall;
    if (call.version !== 1 || call.audience !== this.options.audience) return undefined;
    const age = now.getTime() / 1000 - call.issuedAt;
    const { toleranceSec } = this.options;
    if (age < -toleranceSec || age > LIFETIME_SEC + toleranceSec) return 'outdated';
    return { principal: call.principal, ip: call.ip };
  }

  private isGenuine(payload: string, signature: string): boolean {
    const bytes = Buffer.from(signature, 'base64url');
    return this.keys.some((key) => verify(null, Buffer.from(payload), key, bytes));
  }
}
