import { invalidField } from '../errors/app-error.js';

/** Bytes of a take beside those of its duration: a short one consists of its first picture, and durations are rounded. */
const ALLOWANCE_BYTES = 32 * 1024 * 1024;

/** Bits a second that no recorder of a browser comes near. */
export const MAX_TAKE_BITS_PER_SEC = 200_000_000;

interface Measured {
  sizeBytes: number;
  /** As it was declared, in seconds. */
  durationSec: number;
}

/**
 * Refuses a take or track that has more bytes than its duration explains.
 * @param bitsPerSec of the largest recording that is taken
 * @param field of the call that has to be mended
 * @throws AppError `invalid_input` naming `field`.
 */
export function checkSizeForDuration(
  { sizeBytes, durationSec }: Measured,
  bitsPerSec: number,
  field: 'sizeBytes' | 'durationSec',
): void {
  const mostBytes = ALLOWANCE_BYTES + Math.floor((durationSec * bitsPerSec) / 8);
  if (sizeBytes <= mostBytes) return;
  const detail = `A recording of ${durationSec} s has at most ${mostBytes} bytes; this one has ${sizeBytes}.`;
  throw invalidField(field, 'out_of_range', detail);
}
