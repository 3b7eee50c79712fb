import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '../outbound/attempt.model.js';
import { afterAttempt, retryAfterMs, SCHEDULE_MS, SENDING_DAYS } from './delivery.model.js';

const now = new Date('2026-01-31T12:00:00.000Z');
const result = (changes: Partial<AttemptResult> = {}): AttemptResult => ({
  status: 500,
  error: null,
  latencyMs: 10,
  responseBody: '',
  retryAfter: null,
  ...changes,
});
const MIDDLE = 0.5;

function delaySec(step: number, given: AttemptResult, random = MIDDLE): number | null {
  const next = afterAttempt(step, given, now, random);
  return next.status === 'pending' ? (next.dueAt.getTime() - now.getTime()) / 1000 : null;
}

describe('schedule', () => {
  it.each([
    [1, 5],
    [2, 300],
    [3, 1800],
    [4, 7200],
    [5, 18_000],
    [6, 36_000],
    [7, 50_400],
    [8, 72_000],
    [9, 86_400],
  ])('after failed attempt %i the next one comes %i s later', (step, seconds) => {
    expect(delaySec(step, result())).toBe(seconds);
    expect(delaySec(step, result(), 0)).toBeCloseTo(seconds * 0.8, 2);
    expect(delaySec(step, result(), 0.999_999_99)).toBeCloseTo(seconds * 1.2, 2);
  });

  it('starts at once and ends with the tenth attempt', () => {
    expect(SCHEDULE_MS[0]).toBe(0);
    expect(SCHEDULE_MS).toHaveLength(10);
    expect(afterAttempt(10, result(), now, MIDDLE)).toEqual({ status: 'failed' });
  });

  it('ends within the days for which an event that is still being sent is kept, however long its receiver asks to wait', () => {
    const longest = SCHEDULE_MS.map(
      (_delay, step) => delaySec(step + 1, result({ retryAfter: '999999' }), 0.999_999_99) ?? 0,
    );
    expect(longest.reduce((sum, seconds) => sum + seconds)).toBeLessThan(SENDING_DAYS * 24 * 3600);
  });

  it('jitter stays within a fifth either way', () => {
    for (let index = 0; index < 1000; index += 1) {
      const delay = delaySec(2, result(), Math.random()) ?? 0;
      expect(delay).toBeGreaterThanOrEqual(240);
      expect(delay).toBeLessThanOrEqual(360);
    }
  });

  it('410 ends the run at once, and so does the only attempt of a ping', () => {
    expect(afterAttempt(1, result({ status: 410 }), now, MIDDLE)).toEqual({ status: 'failed' });
    expect(afterAttempt(1, result(), now, MIDDLE, true)).toEqual({ status: 'failed' });
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120],
    ['0', null],
    ['3600', 3600],
    ['86400', 3600],
    ['999999999', 3600],
    [' 7 ', 7],
    ['Sat, 31 Jan 2026 12:02:00 GMT', 120],
    ['Sat, 31 Jan 2026 11:00:00 GMT', null],
    ['Sun, 31 Jan 2100 12:00:00 GMT', 3600],
    ['garbage', null],
    ['-5', null],
    ['1e9', null],
    ['12.5', null],
    ['', null],
    ['NaN', null],
    ['120, 240', null],
    ['2026-01-31', null],
    ['99999999999999999999', null],
    ['\u0661\u0662', null],
    [null, null],
  ])('%j asks for %s s', (header, seconds) => {
    const asked = retryAfterMs(header, now);
    expect(asked === null ? null : asked / 1000).toBe(seconds);
  });

  it('moves an attempt later, never earlier', () => {
    expect(delaySec(1, result({ retryAfter: '120' }))).toBe(120);
    expect(delaySec(3, result({ retryAfter: '120' }))).toBe(1800);
    expect(delaySec(1, result({ retryAfter: 'soon' }))).toBe(5);
  });
});
