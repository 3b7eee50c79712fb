import { describe, expect, it } from 'vitest';
import { FIRST_SEARCH, nextSearch } from './search-size.model.js';

describe('the size of a search', () => {
  it('grows step by step to a thousand events while searches are quick', () => {
    const sizes = [FIRST_SEARCH];
    while (sizes.length < 5) sizes.push(nextSearch(sizes.at(-1) ?? 0, 1));
    expect(sizes).toEqual([50, 200, 800, 1_000, 1_000]);
  });

  it('falls at once to what takes half a second, to a single event at least', () => {
    expect(nextSearch(1_000, 20_000)).toBe(25);
    expect(nextSearch(25, 60_000)).toBe(1);
    expect(nextSearch(100, 500)).toBe(100);
  });
});
