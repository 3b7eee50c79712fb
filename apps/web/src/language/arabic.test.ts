import { describe, expect, it } from 'vitest';
import { counted } from './arabic.js';

describe('plurals in Arabic', () => {
  const people = {
    zero: 'لا أحد',
    one: 'شخص واحد',
    two: 'شخصان',
    few: '# أشخاص',
    many: '# شخصًا',
    other: '# شخص',
  };

  it.each([
    [0, 'لا أحد'],
    [1, 'شخص واحد'],
    [2, 'شخصان'],
    [3, '3 أشخاص'],
    [10, '10 أشخاص'],
    [11, '11 شخصًا'],
    [99, '99 شخصًا'],
    [100, '100 شخص'],
    [103, '103 أشخاص'],
    [1_000_000, '1,000,000 شخص'],
  ])('%d takes the form that the language has for it', (count, said) => {
    expect(counted(count, people)).toBe(said);
  });
});
