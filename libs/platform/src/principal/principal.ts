import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { ForwardedCall, Principal, VouchedCall } from '@capture/contracts';
import { SecondCache } from './second-cache.js';
import { SigningKey } from './signing-key.js';

/** Seconds after signing during which a service accepts the header, beside the tolerated difference of clocks. */
export const LIFETIME_SEC = 5;

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/** The public half of the key with that seed, both as base64 of 32 bytes. */
export function publicKeyOf(seedBase64: string): string {
  return Buffer.from(new SigningKey(seedBase64).jwk.x, 'base64url').toString('base64');
}

type Signed = Pick<VouchedCall, 'issuedAt' | 'audience' | 'ip'> & { value: string };

/** Signs calls as the value of the principal header. Only the gateway has the key. */
export class CallVoucher {
  private readonly key: SigningKey;
  private readonly signed = new SecondCache<string>();
  /** What was signed last for a principal: the gateway keeps those of keys, and even their text costs time to make. */
  private readonly latest = new WeakMap<Principal, Signed>();

  /** @param seedBase64 the 32-byte seed of an Ed25519 key */
  constructor(seedBase64: string) {
    this.key = new SigningKey(seedBase64);
  }

  /** The same caller, address and audience get the same value for a second: signing costs more than the rest of a call. */
  sign({ principal, ip }: ForwardedCall, audience: string, now: Date): string {
    const issuedAt = secondOf(now);
    const latest = this.latest.get(principal);
    if (latest?.issuedAt === issuedAt && latest.audience === audience && latest.ip === ip)
      return latest.value;
    const call: VouchedCall = { version: 1, audience, ip, issuedAt, principal };
    const text = JSON.stringify(call);
    const value = this.signed.get(issuedAt, text, () => {
      const payload = Buffer.from(text).toString('base64url');
      return `${payload}.${this.key.signBytes(Buffer.from(payload)).value}`;
    });
    if (principal.kind === 'key') this.latest.set(principal, { issuedAt, audience, ip, value });
    return value;
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

/** Frozen, as the calls of one second share it. */
function vouchedCallIn(payload: string): VouchedCall {
  const text = Buffer.from(payload, 'base64url').toString('utf8');
  return JSON.parse(text, (_name, value: unknown) => Object.freeze(value)) as VouchedCall;
}

/** Reads principal headers and refuses those that the gateway did not sign for this service just now. */
export class CallVerifier {
  private readonly keys: KeyObject[];
  private readonly verified = new SecondCache<VouchedCall | undefined>();

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
    if (header === undefined) return undefined;
    const call = this.verified.get(secondOf(now), header, () => this.verify(header));
    if (!call) return undefined;
    if (call.version !== 1 || call.audience !== this.options.audience) return undefined;
    const age = now.getTime() / 1000 - call.issuedAt;
    const { toleranceSec } = this.options;
    if (age < -toleranceSec || age > LIFETIME_SEC + toleranceSec) return 'outdated';
    return { principal: call.principal, ip: call.ip };
  }

  private verify(header: string): VouchedCall | undefined {
    const [payload, signature, ...rest] = header.split('.');
    if (payload === undefined || signature === undefined || rest.length > 0) return undefined;
    return this.isGenuine(payload, signature) ? vouchedCallIn(payload) : undefined;
  }

  private isGenuine(payload: string, signature: string): boolean {
    const bytes = Buffer.from(signature, 'base64url');
    return this.keys.some((key) => verify(null, Buffer.from(payload), key, bytes));
  }
}
