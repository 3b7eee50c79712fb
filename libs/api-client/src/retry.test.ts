import { describe, expect, it } from 'vitest';
import { delayBefore, mayRetry, parseRetryAfter } from './retry.js';

const NOW = Date.parse('2026-01-31T12:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['Sat, 31 Jan 2026 12:00:30 GMT', 30],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %o as %o seconds', (value, seconds) => {
    expect(parseRetryAfter(value, NOW)).toBe(seconds);
  });
});

describe('what may be tried again', () => {
  it.each([
    [429, 'rate_limited', 3, true],
    [503, 'service_unavailable', 1, true],
    [503, 'unexpected_answer', undefined, true],
    [502, 'unexpected_answer', undefined, true],
    [504, 'unexpected_answer', undefined, true],
    [409, 'idempotency_in_progress', undefined, true],
    [429, 'contact_cap', undefined, false],
    [429, 'rate_limited', 3_600, false],
    [409, 'capture_request_closed', undefined, false],
    [400, 'invalid_input', undefined, false],
    [401, 'unauthorized', undefined, false],
    [500, 'internal', undefined, false],
  ])('%i %s with Retry-After %o: %o', (status, code, retryAfterSec, expected) => {
    expect(mayRetry(status, code, retryAfterSec)).toBe(expected);
  });
});

describe('the delay before an attempt', () => {
  it('doubles up to a ceiling and is spread, so that clients do not come back together', () => {
    const least = [0, 1, 2, 3, 20].map((attempt) => delayBefore(attempt, 0, () => 0));
    const most = [0, 1, 2, 3, 20].map((attempt) => delayBefore(attempt, 0, () => 1));
    expect(least).toEqual([125, 250, 500, 1_000, 4_000]);
    expect(most).toEqual([250, 500, 1_000, 2_000, 8_000]);
  });

  it('is never shorter than the answer asked for', () => {
    expect(delayBefore(0, 12, () => 0)).toBe(12_000);
    expect(delayBefore(9, 12, () => 1)).toBe(12_250);
  });
});
