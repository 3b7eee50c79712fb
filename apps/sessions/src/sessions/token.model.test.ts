import { expect, it } from 'vitest';
import { newRoomCode, newTokenText, tokenHash } from './token.model.js';

it('a token is 256 random bits, never the same', () => {
  const texts = Array.from({ length: 1000 }, newTokenText);
  expect(new Set(texts).size).toBe(1000);
  for (const text of texts) expect(Buffer.from(text, 'base64url')).toHaveLength(32);
});

it('its stored form depends on the secret and says nothing of the text', () => {
  const text = newTokenText();
  expect(tokenHash('one', text)).toMatch(/^[0-9a-f]{64}$/);
  expect(tokenHash('one', text)).not.toBe(tokenHash('two', text));
});

it('a room code is typed without doubt: no vowels, no look-alikes', () => {
  const codes = Array.from({ length: 1000 }, newRoomCode);
  for (const code of codes)
    expect(code).toMatch(/^([b-df-hj-km-np-tv-xz2-9]{3}-){2}[b-df-hj-km-np-tv-xz2-9]{3}$/);
  expect(codes.join('')).not.toMatch(/[aeiouyl01]/);
  expect(new Set(codes).size).toBe(1000);
});
