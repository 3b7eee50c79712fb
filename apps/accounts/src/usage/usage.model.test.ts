import { describe, expect, it } from 'vitest';
import { MOST_POINTS, monthOf, periodOf, seriesOf } from './usage.model.js';

const utc = (text: string): Date => new Date(`${text}T00:00:00.000Z`);
const now = new Date('2026-03-15T12:30:00.000Z');

it('a month of an allowance runs from its first instant to the next one, over the year too', () => {
  expect(monthOf(new Date('2026-12-31T23:59:59.999Z'))).toEqual({
    from: utc('2026-12-01'),
    to: utc('2027-01-01'),
  });
  expect(monthOf(utc('2026-12-01')).from).toEqual(utc('2026-12-01'));
});

describe('the period of a question', () => {
  it('is this month until now, where nothing is said', () => {
    expect(periodOf(undefined, undefined, 'day', now)).toEqual({ from: utc('2026-03-01'), to: now });
  });

  it('starts with the month of its end, where only that is said', () => {
    expect(periodOf(undefined, '2026-01-10T00:00:00Z', 'day', now).from).toEqual(utc('2026-01-01'));
  });

  it('spans at most a leap year of days, or ten years of months', () => {
    expect(() => periodOf('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z', 'day', now)).not.toThrow();
    expect(() => periodOf('2024-01-01T00:00:00Z', '2025-01-02T00:00:01Z', 'day', now)).toThrow('366');
    expect(() => periodOf('2017-01-01T00:00:00Z', undefined, 'month', now)).not.toThrow();
    expect(() => periodOf('2015-01-01T00:00:00Z', undefined, 'month', now)).toThrow('10 years');
  });

  it('is not empty and not reversed', () => {
    expect(() => periodOf('2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z', 'day', now)).toThrow('before');
    expect(() => periodOf('2026-02-02T00:00:00Z', '2026-02-01T00:00:00Z', 'day', now)).toThrow('before');
  });
});

describe('a series', () => {
  it('has every day that the period touches, with nothing in the empty ones', () => {
    const known = [{ start: utc('2026-02-28'), captureRequestSec: 5, sessionSec: 1 }];
    const period = { from: new Date('2026-02-27T18:00:00Z'), to: new Date('2026-03-01T00:00:00.001Z') };
    expect(seriesOf(period, 'day', known)).toEqual([
      { start: utc('2026-02-27'), captureRequestSec: 0, sessionSec: 0 },
      { start: utc('2026-02-28'), captureRequestSec: 5, sessionSec: 1 },
      { start: utc('2026-03-01'), captureRequestSec: 0, sessionSec: 0 },
    ]);
  });

  it('of the longest period is as long as the document says, also from noon to noon', () => {
    const longest = periodOf('2024-01-01T12:00:00Z', '2025-01-01T12:00:00Z', 'day', now);
    expect(seriesOf(longest, 'day', [])).toHaveLength(MOST_POINTS);
    const months = periodOf('2015-06-30T12:00:00Z', '2025-07-07T12:00:00Z', 'month', now);
    expect(seriesOf(months, 'month', []).length).toBeLessThan(MOST_POINTS);
  });

  it('by month runs over the end of the year', () => {
    const starts = seriesOf({ from: utc('2025-11-15'), to: utc('2026-02-01') }, 'month', []).map(
      ({ start }) => start,
    );
    expect(starts).toEqual([utc('2025-11-01'), utc('2025-12-01'), utc('2026-01-01')]);
  });
});
