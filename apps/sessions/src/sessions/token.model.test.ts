import { keyedHash } from '@capture/platform';
import { expect, it } from 'vitest';
import { newRoomCode } from './token.model.js';

it('the stored form of a token is its HMAC-SHA-256, so that rows of earlier versions stay valid', () => {
  const stored = '373896ddc9fc01c71fe3c60367bd561b29c793c1212eb14b2a5765973a743cf3';
  expect(keyedHash('a secret of the tests', 'a token')).toBe(stored);
  expect(keyedHash('another secret', 'a token')).not.toBe(stored);
});

it('a room code is typed without doubt: no vowels, no look-alikes', () => {
  const codes = Array.from({ length: 1000 }, newRoomCode);
  for (const code of codes)
    expect(code).toMatch(/^([b-df-hj-km-np-tv-xz2-9]{3}-){2}[b-df-hj-km-np-tv-xz2-9]{3}$/);
  expect(codes.join('')).not.toMatch(/[aeiouyl01]/);
  expect(new Set(codes).size).toBe(1000);
});
