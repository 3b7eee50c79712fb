import { describe, expect, it } from 'vitest';
import { checkSizeForDuration } from './take-size.js';

const MBIT = 1_000_000;
const ALLOWANCE = 32 * 1024 * 1024;

function refusedField(sizeBytes: number, durationSec: number): string | undefined {
  try {
    checkSizeForDuration({ sizeBytes, durationSec }, 8 * MBIT);
  } catch (error) {
    return (error as { extras: { field: string } }).extras.field;
  }
  return undefined;
}

describe('the size of a take', () => {
  it.each([
    ['as many bytes as its duration explains', ALLOWANCE + 10 * MBIT, 10, undefined],
    ['a byte more', ALLOWANCE + 10 * MBIT + 1, 10, 'sizeBytes'],
    ['the allowance, however short it is', ALLOWANCE, 0.001, undefined],
    ['any size, where the device does not know how long it is', 4 * 1024 ** 3, 0, undefined],
    ['fractions of a second', ALLOWANCE + 500_000, 0.5, undefined],
    ['4 GiB in two hours', 4 * 1024 ** 3, 7200, undefined],
  ])('%s', (_title, sizeBytes, durationSec, field) => {
    expect(refusedField(sizeBytes, durationSec)).toBe(field);
  });

  it('is refused with the most that its duration allows', () => {
    const check = () => checkSizeForDuration({ sizeBytes: 2 * ALLOWANCE, durationSec: 1 }, 8 * MBIT);
    expect(check).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        detail: 'A recording of 1 s has at most 34554432 bytes; this one has 67108864.',
        extras: {
          field: 'sizeBytes',
          errors: [expect.objectContaining({ code: 'out_of_range' }) as object],
        },
      }) as object,
    );
  });
});
