import { describe, expect, it } from 'vitest';
import { isTimeCode, newRecoveryCodes, newSecret, plainCode, stepOf, uriOf } from './second-factor.model.js';

/** "12345678901234567890", the secret of RFC 6238's test vectors, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (second: number): Date => new Date(second * 1000);

describe('codes of an authenticator', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('are those of RFC 6238 at second %i', (second, code, step) => {
    expect(stepOf(SECRET, code, at(second))).toBe(step);
  });

  it('are accepted one step early and late, as the step that they belong to, and no further', () => {
    const times = [-31, -30, 0, 29, 30, 59, 60].map((seconds) => at(1_111_111_110 + seconds));
    expect(times.map((time) => stepOf(SECRET, '050471', time))).toEqual([
      undefined,
      37_037_037,
      37_037_037,
      37_037_037,
      37_037_037,
      37_037_037,
      undefined,
    ]);
    expect(stepOf(SECRET, '050472', at(1_111_111_111))).toBeUndefined();
  });

  it('come from a new secret of 160 bits each time, which authenticators read from a URI', () => {
    const [one, other] = [newSecret(), newSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
    const { protocol, host, pathname, searchParams } = new URL(uriOf(one, 'ada@acme.example'));
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Capture:ada@acme.example',
    ]);
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Capture',
      secret: one,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('are ten, all different, of 80 bits, and no code of an authenticator', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
      expect(isTimeCode(plainCode(code))).toBe(false);
    }
  });

  it('are the same however they are typed', () => {
    expect(plainCode(' ABCD-efgh 2345-6777 ')).toBe('abcdefgh23456777');
    expect(isTimeCode(plainCode('123 456'))).toBe(true);
  });
});
