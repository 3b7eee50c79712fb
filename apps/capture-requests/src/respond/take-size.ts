import { invalidField } from '@capture/contracts';

/** Bytes of a take beside those of its duration: a short one consists of its first picture, and durations are rounded. */
const ALLOWANCE_BYTES = 32 * 1024 * 1024;

interface Declared {
  sizeBytes: number;
  durationSec: number;
}

/**
 * Refuses a take that has more bytes than its duration explains. A duration of 0 explains any: it says that a device has the
 * media of a recording and has lost its notes, and what was recorded is not to be refused for that.
 * @param bitsPerSec of the largest recording that is taken
 * @throws AppError `invalid_input` naming `sizeBytes`.
 */
export function checkSizeForDuration({ sizeBytes, durationSec }: Declared, bitsPerSec: number): void {
  const mostBytes = ALLOWANCE_BYTES + Math.floor((durationSec * bitsPerSec) / 8);
  if (durationSec === 0 || sizeBytes <= mostBytes) return;
  const detail = `A recording of ${durationSec} s has at most ${mostBytes} bytes; this one has ${sizeBytes}.`;
  throw invalidField('sizeBytes', 'out_of_range', detail);
}
