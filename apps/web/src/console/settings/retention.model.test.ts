import { describe, expect, it } from 'vitest';
import { daysOf, isShorter } from './retention.model.js';

describe('a change of how long footage is kept', () => {
  it.each([
    [null, 3650, true],
    [90, 89, true],
    [90, 90, false],
    [90, 91, false],
    [90, null, false],
    [null, null, false],
  ])('from %s to %s days may delete what is kept now: %s', (now, wanted, mayDelete) => {
    expect(isShorter(now, wanted)).toBe(mayDelete);
  });

  it.each([
    ['1', 1],
    [' 36500 ', 36_500],
    ['0', undefined],
    ['36501', undefined],
    ['1.5', undefined],
    ['1e2', undefined],
    ['', undefined],
  ])('reads %j as %s days', (text, days) => {
    expect(daysOf(text)).toBe(days);
  });
});
