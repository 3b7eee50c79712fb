import { expect, it } from 'vitest';
import { Speaking } from './speaking.js';

it('somebody speaks from the first word to a moment after the last, whatever others do', () => {
  const speaking = new Speaking();
  expect(speaking.hear('ada', 0.001, 0)).toBe(false);
  expect(speaking.hear('ada', 0.2, 100)).toBe(true);
  expect(speaking.hear('grace', 0, 200)).toBe(false);
  expect(speaking.hear('ada', 0, 500)).toBe(true);
  expect(speaking.hear('ada', 0, 900)).toBe(false);
});
