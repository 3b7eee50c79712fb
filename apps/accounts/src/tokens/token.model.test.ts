import { expect, it } from 'vitest';
import { newToken } from './token.model.js';

it('a token is 256 bits in text that cookies and URLs take as it is', () => {
  expect(newToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(newToken()).not.toBe(newToken());
});
