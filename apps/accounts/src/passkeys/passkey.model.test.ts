import { describe, expect, it } from 'vitest';
import { goesBack } from './passkey.model.js';

describe('the counter of a passkey', () => {
  it('may stay at 0, where a device does not count, and grow by any step', () => {
    expect([goesBack(0n, 0n), goesBack(1n, 0n), goesBack(9n, 4n)]).toEqual([false, false, false]);
  });

  it('goes back when it repeats, falls or is gone', () => {
    expect([goesBack(4n, 4n), goesBack(3n, 4n), goesBack(0n, 4n)]).toEqual([true, true, true]);
  });
});
