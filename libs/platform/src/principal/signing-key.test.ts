import { describe, expect, it } from 'vitest';
import { SigningKey, verifySigned } from './signing-key.js';

const seeded = (seed: Buffer): SigningKey => new SigningKey(seed.toString('base64'));
// Key and thumbprint of RFC 8037, appendix A.
const RFC_SEED = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');

describe('the signing key', () => {
  it('is published as RFC 8037 writes it, named by its RFC 7638 thumbprint', () => {
    expect(seeded(RFC_SEED).jwk).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      alg: 'EdDSA',
      use: 'sig',
    });
  });

  it('signs the canonical form: the order of members does not matter, their values do', () => {
    const key = seeded(RFC_SEED);
    const signed = key.sign({ b: 1, a: { d: 'é', c: [1.0, null] } });
    const { signature } = signed;
    expect(
      verifySigned({ a: { c: [1, null], d: 'é' }, b: 1, signature } as { signature: typeof signature }, [
        key.jwk,
      ]),
    ).toBe(true);
    expect(verifySigned({ ...signed, b: 2 } as typeof signed, [key.jwk])).toBe(false);
    expect(verifySigned({ ...signed, more: true } as typeof signed, [key.jwk])).toBe(false);
  });

  it('does not verify with a key that was not published, or under another name', () => {
    const [key, other] = [seeded(RFC_SEED), seeded(Buffer.alloc(32, 1))];
    const signed = key.sign({ a: 1 });
    expect(verifySigned(signed, [other.jwk])).toBe(false);
    expect(
      verifySigned({ ...signed, signature: { ...signed.signature, kid: other.jwk.kid } }, [
        key.jwk,
        other.jwk,
      ]),
    ).toBe(false);
  });

  it('signs no document that JSON cannot carry', () => {
    expect(() => seeded(RFC_SEED).sign({ text: '\ud800' })).toThrow();
    expect(() => seeded(RFC_SEED).sign({ value: NaN })).toThrow();
  });
});
