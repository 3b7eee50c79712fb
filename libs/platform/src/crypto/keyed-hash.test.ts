import { describe, expect, it } from 'vitest';
import { keyedHash, newToken, sameBytes } from './keyed-hash.js';

it('a token is 256 bits in text that cookies and URLs take as it is', () => {
  expect(newToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32);
  expect(new Set(Array.from({ length: 1000 }, newToken)).size).toBe(1000);
});

describe('the keyed hash', () => {
  it('is HMAC-SHA-256: test case 2 of RFC 4231', () => {
    const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(keyedHash('Jefe', 'what do ya want for nothing?')).toBe(hex);
    const base64url = Buffer.from(hex, 'hex').toString('base64url');
    expect(keyedHash('Jefe', 'what do ya want for nothing?', 'base64url')).toBe(base64url);
  });

  it('depends on the secret', () => {
    expect(keyedHash('one', 'text')).not.toBe(keyedHash('two', 'text'));
  });
});

it.each([
  ['00ff', '00ff', true],
  ['00ff', '00fe', false],
  ['00ff', '00', false],
  ['', '00', false],
  ['é', 'e', false],
  [Buffer.of(1), Buffer.of(1), true],
  [Buffer.of(1), Buffer.of(2), false],
])('of %j and %j it says that they are the same: %s', (left, right, same) => {
  expect(sameBytes(left, right)).toBe(same);
});
