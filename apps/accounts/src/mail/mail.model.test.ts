import { describe, expect, it } from 'vitest';
import { pauseAfter } from './mail.model.js';

describe('a mail that could not be sent', () => {
  it('is tried again after 2 s, then twice as long each time, and every 10 minutes in the end', () => {
    expect([1, 2, 3, 9, 10, 400].map(pauseAfter)).toEqual([2_000, 4_000, 8_000, 512_000, 600_000, 600_000]);
  });
});
