import { describe, expect, it } from 'vitest';
import { isId, newId } from './ids.js';

describe('ids', () => {
  it('carry the prefix of their kind and are told apart by it', () => {
    const id = newId('recording');
    expect(id).toMatch(/^rec_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(isId('recording', id)).toBe(true);
    expect(isId('track', id)).toBe(false);
  });

  it('sort by the time they were made', async () => {
    const ids: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      ids.push(newId('event'));
      const before = Date.now();
      while (Date.now() === before) await Promise.resolve();
    }
    expect([...ids].sort()).toEqual(ids);
  });

  it('are recognized only when well-formed', () => {
    for (const value of [
      '',
      'rec_',
      'rec_01',
      7,
      null,
      `${newId('recording')}x`,
      newId('recording').toUpperCase(),
    ]) {
      expect(isId('recording', value)).toBe(false);
    }
  });
});
